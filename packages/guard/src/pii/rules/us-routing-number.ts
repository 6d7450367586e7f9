import { isAbaValid } from '../checksum/american-numbers.ts'
import type { Candidate } from '../finding.ts'
import type { DigitWindow } from '../text-index/digit-groups.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import { isLed } from './is-led.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

/** Characters in which a routing number and the account stand together. */
const BOTH = 80

const NAMES = /rout|aba|rtn|ruta|transit|r\/t|dfi/i

function isOnLine(text: string, { start, end }: DigitWindow): boolean {
  const before = text.slice(Math.max(0, start - 110), start)
  const [behind = ''] = text.slice(end, end + 90).split('\n')
  return NAMES.test(before.slice(before.lastIndexOf('\n') + 1)) || NAMES.test(behind)
}

/** "need ur routing number", and the number in the answer; "Application 021000021" on another line is none. */
function isSpokenOf(text: string, window: DigitWindow, tools: ScanTools): boolean {
  if (!tools.speaksOf(window, 'routing') || tools.isTaken(window, 'routing', 'account', 'bank')) return false
  return isLed(text, window.start) || isOnLine(text, window)
}

export const usRoutingNumberRule: Rule = {
  type: 'US_ROUTING_NUMBER',
  version: 2,
  find: (text, tools) => {
    const found: Candidate[] = []
    let last: Candidate | undefined
    for (const window of tools.numbers(9)) {
      if (window.shape !== '9' && window.shape !== '4-4-1' && window.shape !== '3-3-3') continue
      if (!isAbaValid(window.digits) || !standsAlone(text, window.start, window.end)) continue
      const isNamed = tools.belongsTo(window, 'routing')
      const isInColumn = isNamed && tools.labelOf(window.start, window.end)?.how === 'header'
      if (last && !isInColumn && /^[^\p{L}\p{N}\n]{1,4}$/u.test(text.slice(last.end, window.start))) continue
      // Behind the bank's number stands that of the account, which may look like one.
      if (!isNamed && last && window.start - last.end < BOTH && tools.belongsTo(window, 'account')) continue
      if (!isNamed && !isSpokenOf(text, window, tools)) continue
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
