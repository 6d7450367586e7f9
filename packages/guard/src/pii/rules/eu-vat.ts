import { VAT_CHECKS } from '../checksum/vat-numbers.ts'
import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Rule } from './rule.ts'

const PREFIX =
  /^(?:CHE|AT|BE|BG|CY|CZ|DE|DK|EE|EL|GR|ES|FI|FR|GB|XI|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)/
const BEGINS = /[ABCDEFGHILMNPRSX]/i
const DIGITS = /(?:\d[^\d]{0,3}){4}/
const REST = /^[ \u00a0.-]?[A-Z0-9](?:[ \u00a0.-]?[A-Z0-9+*]){1,13}/
const SUFFIX = /^[ \u00a0-]?(?:MWST|TVA|IVA)/
/** Of Ireland, and of Spain's people: the letters make up for the digits. */
const SEVEN_DIGITS = /^(?:IE\d{7}[A-W][A-I]?|ES[KLMXYZ]\d{7}[A-Z])$/

export const euVatRule: Rule = {
  type: 'EU_VAT',
  version: 2,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const { start, kind } of tools.tokens) {
      if (kind === 'digits' || !BEGINS.test(text[start] ?? '')) continue
      const raw = text.slice(start, start + 32)
      const prefix = PREFIX.exec(raw.toUpperCase())?.[0]
      const before = text[start - 1] ?? ' '
      if (!prefix || !DIGITS.test(raw) || '_@'.includes(before)) continue
      const end = numberEnd(raw, prefix)
      if (end === undefined) continue
      const span = { start, end: start + end }
      const isNamed = tools.belongsTo(span, 'vat', 'nationalId', 'idES', 'idHR', 'idGR', 'idPT')
      const isCapital = raw.slice(0, prefix.length) === prefix
      if (!isCapital && !/[A-Z0-9]/i.test(raw[prefix.length] ?? '')) continue
      // Two letters and a few digits are common; without a label the number must be long, and in capitals.
      if (!isNamed && !isCapital) continue
      const isElsewhere = tools.belongsElsewhere(
        span,
        'vat',
        'name',
        'address',
        'phone',
        'bank',
        'account',
        'iban',
        'swift',
      )
      const digits = raw.slice(prefix.length, end).replace(/\D/g, '').length
      const isLong = digits > 7 || SEVEN_DIGITS.test(raw.slice(0, end))
      if (!isNamed && (!isLong || '/-'.includes(before))) continue
      const jurisdiction = prefix === 'EL' ? 'GR' : prefix === 'XI' ? 'GB' : prefix.slice(0, 2)
      found.push({
        ...span,
        confidence: isNamed ? 0.97 : isElsewhere ? (isAnotherNumber(tools, span) ? 0.4 : 0.52) : 0.7,
        jurisdiction,
      })
    }
    return found
  },
}

/** "Lot DE…", "part no. PL…". */
function isAnotherNumber(
  tools: ScanTools,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const label = tools.labelOf(start, end)
  return (
    label !== undefined && label.isTight && label.about.some((one) => one === 'neutral' || one === 'version')
  )
}

/** Where the number ends: the longest part that ends at a border and whose check holds. */
function numberEnd(raw: string, prefix: string): number | undefined {
  const upper = raw.toUpperCase()
  const isValid = VAT_CHECKS[prefix === 'GR' ? 'EL' : prefix]
  const rest = REST.exec(upper.slice(prefix.length))?.[0]
  if (!isValid || rest === undefined) return undefined
  for (let end = prefix.length + rest.length; end > prefix.length + 2; end -= 1) {
    if (/[A-Z0-9_]/.test(upper[end] ?? ' ') || !/[A-Z0-9]/.test(upper[end - 1] ?? '')) continue
    const compact = upper.slice(prefix.length, end).replace(/[ \u00a0.-]/g, '')
    if (isValid(compact))
      return /^[-.][A-Z0-9]/.test(upper.slice(end)) && !SUFFIX.test(upper.slice(end)) ? undefined : end
  }
  return undefined
}
