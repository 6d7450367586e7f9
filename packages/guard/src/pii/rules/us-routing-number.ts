import { isAbaValid } from '../checksum/american-numbers.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

/** "Routing number: pending", and on the next line the number of something else. */
function isOnLine(text: string, start: number): boolean {
  const line = text.slice(Math.max(0, start - 110), start)
  return /rout|aba|rtn|ruta|transit|r\/t|dfi/i.test(line.slice(line.lastIndexOf('\n') + 1))
}

/** Characters in which a routing number and the account stand together. */
const BOTH = 80

export const usRoutingNumberRule: Rule = {
  type: 'US_ROUTING_NUMBER',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    let last: Candidate | undefined
    for (const window of tools.numbers(9)) {
      if (window.shape !== '9' && window.shape !== '4-4-1' && window.shape !== '3-3-3') continue
      if (!isAbaValid(window.digits) || !standsAlone(text, window.start, window.end)) continue
      const isNamed = tools.belongsTo(window, 'routing')
      // Behind the bank's number stands that of the account, which may look like one.
      if (!isNamed && last && window.start - last.end < BOTH && tools.belongsTo(window, 'account')) continue
      if (
        !isNamed &&
        !(
          tools.mentionedBefore(window.start, 'routing') &&
          isOnLine(text, window.start) &&
          !tools.belongsElsewhere(window, 'account', 'bank')
        )
      )
        continue
      last = {
        start: window.start,
        end: window.end,
        confidence: isNamed ? 0.95 : 0.9,
        jurisdiction: 'US',
      }
      found.push(last)
    }
    return found
  },
}
