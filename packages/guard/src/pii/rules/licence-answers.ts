import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Vocabulary } from '../text-index/vocabulary.ts'

/** A line of a chat that is nothing but a code, or begins with one. */
const ANSWER =
  /(?<=^|\n)[^\S\n]{0,4}(?:(?:[[(]?(?:\p{L}{2,4}\.?\s)?\d{1,2}[:.]\d\d(?:[:.]\d\d)?[\])]?\s?)?(?:<[^<>\n]{1,24}>|[*_]{0,2}\p{L}[\p{L}\p{N} .'’-]{0,23}[*_]{0,2}\s?[:>]|[-–—>•])\s{0,2})(?:(?:it['’]?s|its|yes|yeah|sure|ok|oui|si|sí|ja|c['’]?est|es)[ ,:]{1,3}|\p{L}[\p{L}'’ ]{1,20}[,:]\s)?([A-Z0-9]{1,18}(?:[ -][A-Z0-9]{1,16}){0,4})(?=[.!,;]?(?:\s|$))/gu
/** That somebody asks for the number and not only for the paper. */
const NUMBER =
  /numb|num(?!\p{L})|num[eé]r|n[uú]mero|nummer|numer|n[º°]|#|(?<!\p{L})(?:no|nr|digits|details?)(?!\p{L})/iu
const DAY = /^\d{1,2} [A-Z]{3,9} \d{4}$/
/** What a label may be of that is who speaks. */
const SPEAKERS: ReadonlySet<Vocabulary> = new Set(['host', 'person', 'name', 'licence'])
/** Of a question; keys of a record have fewer. */
const LEAST_WORDS = 6
const MOST_LINES = 5
const LONGEST = 400

/** Codes that answer, some lines later, who asked for the number of a licence. */
export function findAnswers(
  text: string,
  tools: ScanTools,
  accepts: (code: string) => boolean,
): readonly Candidate[] {
  const asked = tools.labels.filter(({ about }) => about.includes('licence'))
  if (asked.length === 0) return []
  const found: Candidate[] = []
  for (const match of text.matchAll(ANSWER)) {
    const code = match[1] ?? ''
    const end = match.index + match[0].length
    const start = end - code.length
    const label = asked.findLast((one) => one.end < match.index && match.index - one.end < LONGEST)
    if (!label || !accepts(code) || DAY.test(code) || found.some((one) => one.end > label.end)) continue
    // "Receipt: KL7…" is a field, and nobody speaks.
    const own = tools.labelOf(start, end)
    if (own && own.start >= match.index && !own.about.every((one) => SPEAKERS.has(one))) continue
    const gap = text.slice(label.end, match.index)
    // Whatever number was told between was the answer.
    if (gap.split('\n').length > MOST_LINES || /\d{4}/.test(gap)) continue
    const from = text.lastIndexOf('\n', text.lastIndexOf('\n', label.start) - 1) + 1
    const asking = text.slice(text.lastIndexOf('\n', label.start) + 1, match.index)
    if ((asking.match(/\p{L}{2,}/gu)?.length ?? 0) < LEAST_WORDS) continue
    if (NUMBER.test(text.slice(from, match.index))) found.push({ start, end, confidence: 0.7 })
  }
  return found
}

/** "The number on the card is …". */
const ON_IT =
  /(?<!\p{L})(?:numbers?|no\.?|num[eé]ro|n[uú]mero|nummer|numer)\s(?:\p{L}{2,9}\s)?(?:on|sur|auf|en|de|op|na|su)\s(?:(?:the|my|his|her|its|la|le|el|mi|su|sa|ma|der|dem|meiner|de|het)\s)?(?:card|photocard|front|back|top|plastic|carte|karte|vorderseite|r[uü]ckseite|tarjeta|recto|verso|it|documento?|dokument|pasje|tessera)\s?(?:is|was|est|es|ist|lautet|says|reads|è|é|:)\s{1,2}["'`]?([A-Z0-9]{1,18}(?:[ -][A-Z0-9]{1,16}){0,4})(?![A-Za-z0-9])/giu
const PAPERS: ReadonlySet<Vocabulary> = new Set([
  'passport',
  'licence',
  'card',
  'medical',
  'nationalId',
  'ssn',
])

/** Numbers that stand on a card, where the card spoken of last is a licence. */
export function findOnIt(
  text: string,
  tools: ScanTools,
  accepts: (code: string) => boolean,
): readonly Candidate[] {
  return [...text.matchAll(ON_IT)].flatMap((match) => {
    const code = (match[1] ?? '').replace(/ [A-Z]+$/, '')
    const start = match.index + match[0].length - (match[1] ?? '').length
    const last = tools.labels.findLast(
      ({ end, about }) => end <= match.index && about.some((one) => PAPERS.has(one)),
    )
    const isOne = last?.about.includes('licence') && match.index - last.end < LONGEST
    return isOne && /^[A-Z0-9 -]+$/.test(code) && accepts(code)
      ? [{ start, end: start + code.length, confidence: 0.7 }]
      : []
  })
}
