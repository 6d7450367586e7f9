import type { Candidate } from '../finding.ts'
import { lastBefore } from '../text-index/owner.ts'
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
    const label = asked[lastBefore(asked, match.index - 1)]
    if (
      !label ||
      match.index - label.end >= LONGEST ||
      !accepts(code) ||
      DAY.test(code) ||
      (found.at(-1)?.end ?? 0) > label.end
    )
      continue
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
