import type { Candidate } from '../finding.ts'
import { lastBefore } from '../text-index/owner.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Vocabulary } from '../text-index/vocabulary.ts'

const CODE = '([A-Z0-9]{1,18}(?:[ -][A-Z0-9]{1,16}){0,4})(?![A-Za-z0-9])'
const SAYS = '(?:is|was|est|es|ist|lautet|says|reads|è|é|[:=])'

/** "The number on the card is …". */
const ON_IT = new RegExp(
  `(?<!\\p{L})(?:numbers?|no\\.?|num[eé]ro|n[uú]mero|nummer|numer)\\s(?:\\p{L}{2,9}\\s)?(?:on|sur|auf|en|de|op|na|su)\\s(?:(?:the|my|his|her|its|la|le|el|mi|su|sa|ma|der|dem|meiner|de|het)\\s)?(?:card|photocard|front|back|top|plastic|carte|karte|vorderseite|r[uü]ckseite|tarjeta|recto|verso|it|documento?|dokument|pasje|tessera)\\s?${SAYS}\\s{1,2}["'\`]?${CODE}`,
  'giu',
)
/** "… The number is …", "ID number .... …", `number=…`, `<LicensePermitNumber>…`: of whatever was named before. */
const NUMBER = new RegExp(
  `(?:(?:^|[\\n.;,({<>"'])\\s{0,8}|(?<==\\S{1,24})\\s)(?:(?:the|its|his|her|my|le|son|el|su|die|der)\\s)?(?:(?:id|doc|document|card|identity|licen[cs]e|licen[cs]e_?permit)[\\s_-]?)?(?:number|no|nr|num|num[eé]ro|n[uú]mero|nummer)\\.?["')\\]>]{0,3}(?:[\\s.]{0,16}(?:\\.to(?:Be|Equal)\\(|${SAYS}))?[\\s.]{0,16}["'\`(]?${CODE}`,
  'giu',
)
/** What has a number of its own, so that the one named last is meant. */
const PAPERS: ReadonlySet<Vocabulary> = new Set(['passport', 'licence', 'medical', 'nationalId', 'ssn'])
const REACH = 250

/** Numbers that are called so and no more, where the paper that was named last is a licence. */
export function findNumbers(
  text: string,
  tools: ScanTools,
  accepts: (code: string) => boolean,
): readonly Candidate[] {
  const papers = tools.labels.filter(({ about }) => about.some((one) => PAPERS.has(one)))
  if (!papers.some(({ about }) => about.includes('licence'))) return []
  return [...text.matchAll(ON_IT), ...text.matchAll(NUMBER)].flatMap((match) => {
    const code = (match[1] ?? '').replace(/ [A-Za-z]+$/, '')
    const start = match.index + match[0].length - (match[1] ?? '').length
    const last = papers[lastBefore(papers, match.index + 1)]
    if (!last?.about.includes('licence') || match.index - last.end > REACH) return []
    // Whatever number came between was the licence's.
    if (/[A-Z\d]\d{4}/.test(text.slice(last.end, match.index))) return []
    const isOne = /^[A-Z0-9 -]+$/.test(code) && accepts(code)
    return isOne ? [{ start, end: start + code.length, confidence: 0.7 }] : []
  })
}
