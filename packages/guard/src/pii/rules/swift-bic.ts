import type { Candidate } from '../finding.ts'
import { COUNTRY_CODES } from './country-codes.ts'
import type { Rule } from './rule.ts'

const FORM = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

export const swiftBicRule: Rule = {
  type: 'SWIFT_BIC',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const token of tools.tokens) {
      const length = token.end - token.start
      if ((length !== 8 && length !== 11) || token.kind === 'digits') continue
      const raw = text.slice(token.start, token.end)
      const code = raw.toUpperCase()
      if (!FORM.test(code) || !COUNTRY_CODES.has(code.slice(4, 6)) || isJoined(text, token.start, token.end))
        continue
      const isNamed = tools.belongsTo(token, 'swift')
      // A word of eight capitals near "bank" is often only a word; a digit, or XXX at the end, makes it a code.
      const isNear =
        tools.belongsTo(token, 'bank', 'iban') || tools.mentionedBefore(token.start, 'swift', 'iban', 'bank')
      if (raw === code ? !isNamed && !isNear : !isNamed || raw !== raw.toLowerCase()) continue
      if (
        !isNamed &&
        length === 8 &&
        token.kind === 'letters' &&
        !tools.mentionedBefore(token.start, 'swift', 'bank')
      )
        continue
      if (
        raw !== code &&
        token.kind === 'letters' &&
        !/[:=]\s*["'`]?$/.test(text.slice(Math.max(0, token.start - 4), token.start))
      )
        continue
      found.push({
        start: token.start,
        end: token.end,
        confidence: isNamed ? 0.92 : 0.7,
        jurisdiction: code.slice(4, 6),
      })
    }
    return found
  },
}

function isJoined(text: string, start: number, end: number): boolean {
  return '_-@./'.includes(text[start - 1] ?? ' ') || /^[_@(]|^[-./][A-Za-z0-9]/.test(text.slice(end, end + 2))
}
