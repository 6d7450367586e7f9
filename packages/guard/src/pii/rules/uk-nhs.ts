import { isNhsValid } from '../checksum/nhs-number.ts'
import type { Candidate } from '../finding.ts'
import type { DigitWindow } from '../text-index/digit-groups.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import { isDialledNumber } from './numbering-plans.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

/** In HL7 messages what gave the number stands behind it: `9434765919^^^NHS^NH`. */
const ASSIGNED = /^\^{1,3}(?:[^|~^\n]{0,16}\^)?NHS?(?!\p{L})/u

/** Who and what is around when a number is a patient's. */
const SCENE =
  /pati[eë]nt|clinic|hospital|surgery|doctor|nurse|referr|dose|vaccin|prescri|appointment|ward|maternity|spine|blood|hba1c|fbc|fasting|urine|biopsy|x-?ray|pharmac|consultant|health|medical|care record|(?:^|[^\p{L}])(?:gp|dr|nhs|dob|a&e|ccg|icb)(?!\p{L})/iu

/** In these groups Americans write their telephone numbers. */
function isAmericanPhone(text: string, { start, end, digits }: DigitWindow, tools: ScanTools): boolean {
  if (!isDialledNumber('US', digits) || tools.jurisdictions.has('GB')) return false
  if (SCENE.test(text.slice(Math.max(0, start - 160), end + 120)))
    return tools.speaksOf({ start, end }, 'phone')
  return true
}

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
      const isSpaced = /\s/.test(window.separator) && window.groupsInRun === 3
      const unnamed = isSpaced ? (isAmericanPhone(text, window, tools) ? 0.5 : 0.6) : 0.35
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
