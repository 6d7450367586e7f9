import { isClabeValid } from '../checksum/american-numbers.ts'
import type { Candidate } from '../finding.ts'
import { isRestOfIban } from './is-rest-of-iban.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

/** The banks that may stand first: 002 to 166, 600 and above. */
const BANK = /^(?:00[26]|0[0-9]{2}|1[0-6]\d|6\d\d|7[0-3]\d|90[123])/

export const mxClabeRule: Rule = {
  type: 'MX_CLABE',
  version: 2,
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
      const isNear = tools.speaksOf(window, 'clabe', 'account', 'bank') || tools.jurisdictions.has('MX')
      const isElsewhere = tools.isClaimed(window, 'clabe', 'account', 'bank', 'name', 'iban', 'card')
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
