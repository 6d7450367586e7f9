import type { Candidate } from '../finding.ts'
import { isPlainGap } from '../text-index/is-plain-gap.ts'
import type { Owner, ScanTools } from '../text-index/scan-tools.ts'
import type { Vocabulary } from '../text-index/vocabulary.ts'

export interface LabelledCode {
  readonly vocabulary: Vocabulary
  /** What the code is made of, from its first character on; anchored, bounded. */
  readonly form: RegExp
  /** Whether what the form took can be such a code. */
  readonly accepts: (code: string) => boolean
  readonly confidence: number
}

/** Codes without a form of their own: the first word with a digit in it behind a label, or the column beneath it. */
export function findLabelledCodes(
  text: string,
  tools: ScanTools,
  { vocabulary, form, accepts, confidence }: LabelledCode,
): readonly Candidate[] {
  if (!tools.labels.some(({ about }) => about.includes(vocabulary))) return []
  const found: Candidate[] = []
  let from = 0
  for (const { start, end: tokenEnd } of tools.tokens) {
    // A digit on its own begins no code.
    if (start < from || (tokenEnd - start === 1 && text[tokenEnd] === ' ')) continue
    const previous = text[start - 1] ?? ' '
    if (previous === '_' || previous === '@' || previous === '$' || previous === '€') continue
    const code = form.exec(text.slice(start, start + 40))?.[0]
    if (code === undefined || !accepts(code)) continue
    const end = start + code.length
    if (/^[\p{L}\p{N}_@]|^[-./:][\p{L}\p{N}]|^:\/\//u.test(text.slice(end, end + 3))) continue
    const label = tools.labelOf(start, end)
    if (!label?.about.includes(vocabulary)) continue
    found.push({ start, end, confidence: rate(label, text.slice(label.end, start), confidence) })
    from = end
  }
  return found
}

/** A code that stands words behind its label is less sure, and one behind another number still less. */
function rate(label: Owner, gap: string, confidence: number): number {
  if (label.isBeside) return confidence
  if (/\d{3}/.test(gap))
    return isPlainGap(gap.replace(/\S*\d\S*/g, ' ')) ? confidence - 0.1 : confidence - 0.45
  return gap.split(/\s+/).length > 9 ? confidence - 0.4 : confidence - 0.2
}
