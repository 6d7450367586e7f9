import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Rule } from './rule.ts'

const FORM =
  /(?<![\p{L}\p{N}_])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ \u00a0.-]?\d{2}[ \u00a0.-]?\d{2}[ \u00a0.-]?\d{2}[ \u00a0.-]?[A-D](?![\p{L}\p{N}_])/giu
/** Vocabularies of what has such letters and digits too. */
const OTHERS: ReadonlySet<string> = new Set([
  'neutral',
  'version',
  'passport',
  'licence',
  'medical',
  'iban',
  'crypto',
])
/** Who asks for it, or what it is asked for. */
const AUTHORITY =
  /(?:^|[^\p{L}])(?:hmrc|hm revenue|inland revenue|dwp|paye|payroll|payslip|p45|p60|p11d|jobcentre|job centre|benefits?|universal credit|jobseekers?|(?:state |workplace )?pensions?|pensioner|self.assessment|tax (?:code|return|credits?|office)|emergency tax|starter checklist|new starter|national insurance|ni contributions|statutory sick pay|ssp|maternity pay)(?!\p{L})/iu
const NEVER_GIVEN = /^(?:BG|GB|KN|NK|NT|TN|ZZ)/

export const ukNinoRule: Rule = {
  type: 'UK_NINO',
  version: 2,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const match of text.matchAll(FORM)) {
      const span = { start: match.index, end: match.index + match[0].length }
      const raw = match[0]
      if (NEVER_GIVEN.test(raw.toUpperCase())) continue
      // In a path only where it is called so.
      const isTied =
        /[-/.]/.test(text[span.start - 1] ?? '') ||
        /^[-/.][\p{L}\p{N}]/u.test(text.slice(span.end, span.end + 2))
      if (isTied && !(text[span.start - 1] === '/' && tools.speaksOf(span, 'nino'))) continue
      const isNamed = tools.belongsTo(span, 'nino') || tools.mentionedBefore(span.start, 'nino')
      if (!isNamed && raw !== raw.toUpperCase()) continue
      if (
        !isNamed &&
        !AUTHORITY.test(text.slice(Math.max(0, span.start - 160), span.end + 160)) &&
        isAnotherNumber(span, tools)
      )
        continue
      found.push({ ...span, confidence: isNamed ? 0.98 : 0.8, jurisdiction: 'GB' })
    }
    return found
  },
}

/** Right behind what numbers belong to that are nobody's: "invoice AB…", "drawing number AB…"; "claim for AB…" is not. */
function isAnotherNumber(span: { readonly start: number; readonly end: number }, tools: ScanTools): boolean {
  const label = tools.labelOf(span.start, span.end)
  return label !== undefined && label.isTight && label.about.some((one) => OTHERS.has(one))
}
