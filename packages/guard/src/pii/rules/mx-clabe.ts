import { isClabeValid } from '../checksum/american-numbers.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

/** The banks that may stand first: 002 to 166, 600 and above. */
const BANK = /^(?:00[26]|0[0-9]{2}|1[0-6]\d|6\d\d|7[0-3]\d|90[123])/

/** `DE51 0935 …`: the digits behind a country and its check digits, right or wrong. */
function isRestOfIban(text: string, start: number): boolean {
  return /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}[ -]?$/u.test(text.slice(Math.max(0, start - 6), start))
}

export const mxClabeRule: Rule = {
  type: 'MX_CLABE',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const window of tools.numbers(18)) {
      if (
        window.separator === 'mixed' ||
        window.separator === '.' ||
        !isClabeValid(window.digits) ||
        /^0{3}/.test(window.digits)
      )
        continue
      if (!standsAlone(text, window.start, window.end) || isRestOfIban(text, window.start)) continue
      const isNamed = tools.belongsTo(window, 'clabe')
      const isNear = tools.belongsTo(window, 'account', 'bank') || tools.jurisdictions.has('MX')
      const isElsewhere = tools.belongsElsewhere(window, 'clabe', 'account', 'bank', 'name')
      if (!isNamed && !BANK.test(window.digits)) continue
      found.push({
        start: window.start,
        end: window.end,
        confidence: isNamed ? 0.99 : isElsewhere ? 0.45 : isNear ? 0.85 : 0.6,
        jurisdiction: 'MX',
      })
    }
    return found
  },
}
