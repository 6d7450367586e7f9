import type { Candidate } from '../finding.ts'
import { lastBefore } from '../text-index/find-owner.ts'
import { isPlainGap } from '../text-index/is-plain-gap.ts'
import { isApposed, SAID_NEXT } from '../text-index/leads-to.ts'
import type { Owner, ScanTools } from '../text-index/scan-tools.ts'
import type { Vocabulary } from '../text-index/vocabulary.ts'
import { isCounted } from './is-counted.ts'
import { isExample } from './is-example.ts'

export interface LabelledCode {
  readonly vocabulary: Vocabulary
  /** What the code is made of, from its first character on; anchored, bounded. */
  readonly form: RegExp
  /** Whether what the form took can be such a code. */
  readonly accepts: (code: string) => boolean
  readonly confidence: number
  /** Labels that need more than themselves, and whether there is more around a place. */
  readonly weak?: readonly Vocabulary[]
  readonly mayBeWeak?: (place: number, code: string) => boolean
}

/** Codes without a form of their own: the first word with a digit in it behind a label, or the column beneath it. */
export function findLabelledCodes(
  text: string,
  tools: ScanTools,
  { vocabulary, form, accepts, confidence, weak = [], mayBeWeak }: LabelledCode,
): readonly Candidate[] {
  if (!tools.labels.some(({ about }) => about.some((one) => one === vocabulary || weak.includes(one))))
    return []
  const found: Candidate[] = []
  let from = 0
  for (const { start, end: tokenEnd } of tools.tokens) {
    // A digit on its own begins no code.
    if (start < from || (tokenEnd - start === 1 && text[tokenEnd] === ' ')) continue
    const previous = text[start - 1] ?? ' '
    if (previous === '_' || previous === '@' || previous === '$' || previous === '€') continue
    // Neither inside of something longer, nor at a label: of "MRN 00586957" only the number is the code.
    if ('-/.'.includes(previous) && isAlphanumeric(text[start - 2]) && !endsLabel(tools, start - 1)) continue
    if (startsLabel(text, tools, start)) continue
    const code = form.exec(text.slice(start, start + 40))?.[0]
    if (code === undefined || !accepts(code)) continue
    const end = start + code.length
    if (/^[\p{L}\p{N}_@]|^[-./:][\p{L}\p{N}]|^:\/\//u.test(text.slice(end, end + 3))) continue
    const label = tools.labelOf(start, end)
    if (!label?.about.some((one) => one === vocabulary || weak.includes(one))) continue
    const isTold = label.isBeside || SAID.test(text.slice(label.end, start))
    if (!label.about.includes(vocabulary) && !(isTold && (mayBeWeak?.(start, code) ?? false))) continue
    if (label.how === 'behind' && !explains(text, end, label)) continue
    if (isCounted(text, end) || isExample(text, start)) continue
    found.push({ start, end, confidence: rate(label, text.slice(label.end, start), confidence) })
    from = end
  }
  return found
}

/** Between a value and the label behind it: "… (passport)", "… is my passport". */
const EXPLAINS =
  /^["'`]?\s?(?:[([–—-]\s?(?:my |her |his |the |our )?|,?\s?(?:is|was|are|est|es|ist|è|é|as|als|come|como|comme)\s(?:\p{L}{1,6}\s)?)$/iu

function explains(text: string, end: number, label: Owner): boolean {
  const gap = text.slice(end, label.start)
  return EXPLAINS.test(gap) || SAID_NEXT.test(gap) || isApposed(text, end, label)
}

/** A sign, a verb or a word such as "number" right before a value. */
const LED =
  /(?:[:=#([{"'`,;?–—→|>*-]|(?:^|[^\p{L}])(?:wrote|gave|got|entered|typed|put|used|is|was|are|reads?|says|shows?|to|with|as|by|under|on|in|at|of|for|from|and|or|y|e|et|und|number|no|id|nr|nummer|num[eé]ro|n[uú]mero|numer|est|es|ist|lautet|war|è|é|jest|to|als|mit|con|com|met|pod|unter|sous|avec|le|la|el|il|the|de|di|van|von))\s{0,3}["'`(]?$/iu

const SAID = /(?:^|[^\p{L}])(?:is|est|es|ist|è|é|ID)\s$|:\s?$/iu

function isAlphanumeric(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

/** A label that is not tied to digits, as it is in `MRN-0045127`. */
function startsLabel(text: string, tools: ScanTools, start: number): boolean {
  const label = tools.labels[lastBefore(tools.labels, start) + 1]
  return label?.start === start && !/^[-_]\d/.test(text.slice(label.end, label.end + 2))
}

function endsLabel(tools: ScanTools, place: number): boolean {
  return tools.labels[lastBefore(tools.labels, place)]?.end === place
}

/** A code that stands words behind its label is less sure, and one behind another number still less. */
function rate(label: Owner, gap: string, confidence: number): number {
  if (label.isBeside || label.how === 'header') return confidence
  // Nothing leads to the value: "the passport office issued 1250000 booklets".
  if (!LED.test(gap)) return confidence - 0.4
  if (/\d{3}/.test(gap))
    return isPlainGap(gap.replace(/\S*\d\S*/g, ' ')) ? confidence - 0.1 : confidence - 0.45
  return gap.split(/\s+/).length > 9 ? confidence - 0.4 : confidence - 0.2
}
