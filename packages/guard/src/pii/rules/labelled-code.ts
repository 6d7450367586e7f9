import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Vocabulary } from '../text-index/vocabulary.ts'

export interface LabelledCode {
  readonly vocabulary: Vocabulary
  /** What the code is made of, from its first character on; anchored, bounded. */
  readonly form: RegExp
  /** Whether what the form took can be such a code. */
  readonly accepts: (code: string) => boolean
  readonly confidence: number
}

const PAST_FILLERS =
  /^(?:is|was|number|numbers|no|nr|num|n|code|id|the|ist|lautet|est|es|e|jest|de|del|numero|nummer|numer|issued|and|expired|expires|ends|with|has|valid|on|file|my|his|her|their|your|as|reads|shows|under|number's|for|patient|holder|mr|mrs|ms|dr|la|le|el|il|a|of|document|card|neu|new|old|current|uk|us|usa|british|french|german|canadian|italian|spanish|irish|state|class|california|texas|florida|ny|ca|tx|fl|nueva|nouveau)$/i

/** Codes without a form of their own: the first word with a digit in it behind a label, or the column beneath it. */
export function findLabelledCodes(
  text: string,
  tools: ScanTools,
  { vocabulary, form, accepts, confidence }: LabelledCode,
): readonly Candidate[] {
  const found: Candidate[] = []
  let from = 0
  for (const { start } of tools.tokens) {
    if (start < from) continue
    const previous = text[start - 1] ?? ' '
    if (previous === '_' || previous === '@' || previous === '$' || previous === '€') continue
    const code = form.exec(text.slice(start, start + 40))?.[0]
    if (code === undefined || !accepts(code)) continue
    const end = start + code.length
    if (/^[\p{L}\p{N}_@]|^[-./:][\p{L}\p{N}]|^:\/\//u.test(text.slice(end, end + 3))) continue
    const label = tools.labelOf(start, end)
    if (!label?.about.includes(vocabulary)) continue
    const isClose = label.end <= start && isPlainGap(text.slice(label.end, start))
    found.push({ start, end, confidence: isClose ? confidence : confidence - 0.2 })
    from = end
  }
  return found
}

/** Nothing but fillers between the label and its code. */
export function isPlainGap(gap: string): boolean {
  return gap.split(/[^\p{L}\p{N}']+/u).every((word) => word === '' || PAST_FILLERS.test(word))
}
