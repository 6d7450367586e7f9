import { isNhsValid } from '../checksum/nhs-number.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

/** In HL7 messages what gave the number stands behind it: `9434765919^^^NHS^NH`. */
const ASSIGNED = /^\^{1,3}(?:[^|~^\n]{0,16}\^)?NHS?(?!\p{L})/u

export const ukNhsRule: Rule = {
  type: 'UK_NHS',
  version: 2,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const window of tools.numbers(10)) {
      if (!isNhsValid(window.digits) || !standsAlone(text, window.start, window.end)) continue
      const isNamed =
        tools.belongsTo(window, 'nhs') ||
        ASSIGNED.test(text.slice(window.end, window.end + 24)) ||
        (tools.belongsTo(window, 'medical') && tools.mentionedBefore(window.start, 'nhs'))
      const isGrouped = window.shape === '3-3-4' && '- \u00a0'.includes(window.separator)
      const isSpokenOf = tools.speaksOf(window, 'nhs')
      if (
        !isNamed &&
        !isGrouped &&
        !(isSpokenOf && window.shape === '10' && !tools.isTaken(window, 'nhs', 'medical', 'nationalId'))
      )
        continue
      const isElsewhere = tools.isClaimed(window, 'nhs', 'medical', 'nationalId', 'name', 'birth', 'address')
      // Written with dashes it looks like an American telephone number.
      const isCalled =
        tools.speaksOf(window, 'phone') && !tools.speaksOf(window, 'medical', 'person', 'caseFile')
      const unnamed = /\s/.test(window.separator) && window.groupsInRun === 3 && !isCalled ? 0.6 : 0.35
      found.push({
        start: window.start,
        end: window.end,
        confidence: isNamed ? 0.97 : isElsewhere ? 0.2 : isSpokenOf ? 0.85 : unnamed,
        jurisdiction: 'GB',
      })
    }
    return found
  },
}
