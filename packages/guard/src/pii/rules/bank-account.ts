import type { Candidate } from '../finding.ts'
import { windowsOf } from '../text-index/digit-groups.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

const LEAST = 6
const MOST = 20

export const bankAccountRule: Rule = {
  type: 'BANK_ACCOUNT',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const run of tools.digitRuns) {
      // Windows grow to the right, so the last good one from a start is the longest.
      let best: Candidate | undefined
      for (const window of windowsOf(text, run, LEAST, MOST)) {
        if (best && window.start < best.end && window.start !== best.start) continue
        if (window.separator === 'mixed' || window.separator === '/' || window.separator === '.') continue
        if (!tools.belongsTo(window, 'account') || !standsAlone(text, window.start, window.end)) continue
        if (isDateLike(window.digits, window.shape) || hasLetterBefore(text, window.start)) continue
        if (best && window.start !== best.start) found.push(best)
        best = { start: window.start, end: window.end, confidence: 0.8 }
      }
      if (best) found.push(best)
    }
    return found
  },
}

function isDateLike(digits: string, shape: string): boolean {
  if (shape === '4-2-2' || shape === '2-2-4') return true
  return /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits)
}

/** `AC-1234567` and `DE89 3704…` are other things. */
function hasLetterBefore(text: string, start: number): boolean {
  return /[A-Za-z][-/]$|[A-Z]{2}\d{2} $/.test(text.slice(Math.max(0, start - 5), start))
}
