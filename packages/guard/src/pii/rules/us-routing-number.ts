import { isAbaValid } from '../checksum/american-numbers.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

export const usRoutingNumberRule: Rule = {
  type: 'US_ROUTING_NUMBER',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const window of tools.numbers(9)) {
      if (window.shape !== '9' && window.shape !== '4-4-1' && window.shape !== '3-3-3') continue
      if (!isAbaValid(window.digits) || !standsAlone(text, window.start, window.end)) continue
      const isNamed = tools.belongsTo(window, 'routing')
      if (
        !isNamed &&
        !(
          tools.mentionedBefore(window.start, 'routing') && !tools.belongsElsewhere(window, 'account', 'bank')
        )
      )
        continue
      found.push({
        start: window.start,
        end: window.end,
        confidence: isNamed ? 0.95 : 0.9,
        jurisdiction: 'US',
      })
    }
    return found
  },
}
