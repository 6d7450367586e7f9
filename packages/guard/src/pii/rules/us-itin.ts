import { isItinPlausible } from '../checksum/american-numbers.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

export const usItinRule: Rule = {
  type: 'US_ITIN',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const window of tools.numbers(9)) {
      if (!isItinPlausible(window.digits) || !standsAlone(text, window.start, window.end)) continue
      const isNamed = tools.belongsTo(window, 'itin', 'ssn', 'nationalId')
      const isGrouped = window.shape === '3-2-4' && '- \u00a0\u2011\u2013'.includes(window.separator)
      if (window.shape === '9' ? !isNamed : !isGrouped) continue
      const isElsewhere = tools.belongsElsewhere(
        window,
        'itin',
        'ssn',
        'nationalId',
        'birth',
        'name',
        'address',
      )
      found.push({
        start: window.start,
        end: window.end,
        confidence: isNamed ? 0.95 : isElsewhere ? 0.25 : window.separator === '-' ? 0.75 : 0.55,
        jurisdiction: 'US',
      })
    }
    return found
  },
}
