import type { Candidate } from '../finding.ts'
import { COUNTRY_CODES } from './country-codes.ts'
import type { Rule } from './rule.ts'

const FORM = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/
/** What leads to a value: a sign, or "is". */
const LEAD = /[:=([{,]\s{0,2}["'`]$|[:=(]\s{0,2}$|\bis\s["'`]?$/

export const swiftBicRule: Rule = {
  type: 'SWIFT_BIC',
  version: 2,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const token of tools.tokens) {
      const length = token.end - token.start
      if ((length !== 8 && length !== 11) || token.kind === 'digits') continue
      const raw = text.slice(token.start, token.end)
      const code = raw.toUpperCase()
      if (!FORM.test(code) || !COUNTRY_CODES.has(code.slice(4, 6)) || isJoined(text, token.start, token.end))
        continue
      const label = tools.labelOf(token.start, token.end)
      const isNamed = label?.about.includes('swift') ?? false
      const isRightBeside =
        isNamed &&
        (label?.isBeside === true || LEAD.test(text.slice(Math.max(0, token.start - 5), token.start)))
      const isLed = LEAD.test(text.slice(Math.max(0, token.start - 5), token.start))
      // In small letters it is taken only where its label stands right before it.
      const isSmall = raw === raw.toLowerCase() && isRightBeside && (isLed || token.kind === 'mixed')
      if (raw !== code && !isSmall) continue
      // A word in capitals is none of a bank that is only spoken of.
      const isNear =
        tools.mentionedBefore(token.start, 'swift', 'iban') ||
        (token.kind === 'mixed' && tools.mentionedBefore(token.start, 'bank')) ||
        ((token.kind === 'mixed' || (label?.isBeside === true && label.how !== 'behind')) &&
          tools.belongsTo(token, 'bank', 'iban'))
      if (!isNamed && (!isNear || tools.belongsElsewhere(token, 'iban', 'account', 'routing', 'sortCode')))
        continue
      // A word of eight capitals is often only a word: its label must stand right beside it, or a wire before it.
      const isLast = /^["'`]?(?:$|[\s]*[\n.,;)\]|])/.test(text.slice(token.end, token.end + 4))
      if (token.kind === 'letters' && length === 8 && isNamed && !isRightBeside && !isLast) continue
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
  return '_-@.'.includes(text[start - 1] ?? ' ') || /^[_@(]|^[-./][A-Za-z0-9]/.test(text.slice(end, end + 2))
}
