import { isItinPlausible } from '../checksum/american-numbers.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

export const usItinRule: Rule = {
  type: 'US_ITIN',
  version: 2,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const window of tools.numbers(9)) {
      if (!isItinPlausible(window.digits) || !standsAlone(text, window.start, window.end)) continue
      const isNamed = tools.belongsTo(window, 'itin', 'ssn', 'nationalId')
      const isGrouped =
        window.shape === '3-2-4' && (isNamed || '- \u00a0\u2011\u2013'.includes(window.separator))
      const isSpokenOf = tools.speaksOf(window, 'itin')
      if (
        window.shape === '9'
          ? !isNamed && !(isSpokenOf && !tools.isTaken(window, 'itin', 'ssn', 'nationalId'))
          : !isGrouped
      )
        continue
      const isElsewhere = tools.isClaimed(
        window,
        'itin',
        'ssn',
        'nationalId',
        'birth',
        'name',
        'address',
        'card',
        'phone',
      )
      found.push({
        start: window.start,
        end: window.end,
        confidence: isNamed ? 0.95 : isElsewhere ? 0.25 : isSpokenOf || window.separator === '-' ? 0.8 : 0.55,
        jurisdiction: 'US',
      })
    }
    return found
  },
}
