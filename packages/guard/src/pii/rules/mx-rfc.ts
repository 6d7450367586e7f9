import { isRfcValid } from '../checksum/american-numbers.ts'
import { isRealDate } from '../checksum/is-real-date.ts'
import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Rule } from './rule.ts'

const FORM =
  /(?<![\p{L}\p{N}_&-])[A-ZÑ&]{3,4}[ -]?(\d{2})(\d{2})(\d{2})[ -]?[A-Z0-9]{2}[0-9A](?![\p{L}\p{N}_-])/giu

export const mxRfcRule: Rule = {
  type: 'MX_RFC',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const match of text.matchAll(FORM)) {
      const span = { start: match.index, end: match.index + match[0].length }
      if (!isRealDate(Number(match[2]), Number(match[3]))) continue
      const isNamed = tools.belongsTo(span, 'rfc') || isSpokenOf(span, tools)
      const raw = match[0]
      const compact = raw.replace(/[ -]/g, '').toUpperCase()
      const isChecked = isRfcValid(compact)
      // Used for anybody: the public at large, and foreigners.
      if (/^X[AE]XX010101000$/.test(compact)) continue
      if (!isNamed && (!isChecked || raw !== compact)) continue
      const isElsewhere = tools.belongsElsewhere(
        span,
        'curp',
        'nationalId',
        'name',
        'address',
        'birth',
        'vat',
      )
      // Some were given out with a wrong check digit, so a label may stand for it.
      found.push({
        ...span,
        confidence: isNamed ? (isChecked ? 0.98 : 0.6) : isElsewhere ? 0.5 : 0.8,
        jurisdiction: 'MX',
      })
    }
    return found
  },
}

/** "… el RFC para la factura? …": a nearer word that the number may be wanted for takes nothing away. */
function isSpokenOf(span: { readonly start: number; readonly end: number }, tools: ScanTools): boolean {
  return tools.mentionedBefore(span.start, 'rfc') && !tools.belongsElsewhere(span, 'rfc', 'neutral')
}
