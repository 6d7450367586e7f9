import { isCurpValid } from '../checksum/american-numbers.ts'
import { isRealDate } from '../checksum/is-real-date.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

const FORM = /^[A-ZÑ][AEIOUX][A-ZÑ]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-ZÑ]{3}[0-9A-Z]\d$/

export const mxCurpRule: Rule = {
  type: 'MX_CURP',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const token of tools.tokens) {
      if (token.end - token.start !== 18 || token.kind !== 'mixed') continue
      const code = text.slice(token.start, token.end).toUpperCase()
      if (!FORM.test(code) || !isRealDate(Number(code.slice(6, 8)), Number(code.slice(8, 10)))) continue
      if (!isCurpValid(code)) continue
      found.push({ start: token.start, end: token.end, confidence: 0.98, jurisdiction: 'MX' })
    }
    return found
  },
}
