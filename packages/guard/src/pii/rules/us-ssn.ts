import { isSsnPlausible } from '../checksum/american-numbers.ts'
import type { Candidate } from '../finding.ts'
import type { DigitWindow } from '../text-index/digit-groups.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import { isLed } from './is-led.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

const SEPARATORS = '- \u00a0\u2010\u2011\u2013.'

/** Labels beside which such a number may still be one. */
const HARMLESS = [
  'ssn',
  'itin',
  'nationalId',
  'birth',
  'name',
  'address',
  'phone',
  'card',
  'idAT',
  'idFR',
] as const

export const usSsnRule: Rule = {
  type: 'US_SSN',
  version: 2,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const window of tools.numbers(9)) {
      if (!isSsnPlausible(window.digits) || !standsAlone(text, window.start, window.end)) continue
      const confidence = rate(text, window, tools)
      if (confidence > 0) found.push({ start: window.start, end: window.end, confidence, jurisdiction: 'US' })
    }
    return [...found, ...findSpread(text, tools)]
  },
}

/** `536 - 90 - 4399` and `536/90/4399`, which only a label makes one. */
const SPREAD = /(?<![\p{L}\p{N}])(\d{3})(?: [-–] |\/)(\d{2})(?: [-–] |\/)(\d{4})(?![\p{L}\p{N}]|[-/]\d)/gu

function findSpread(text: string, tools: ScanTools): readonly Candidate[] {
  return [...text.matchAll(SPREAD)].flatMap(({ 0: { length }, 1: a = '', 2: b = '', 3: c = '', index }) => {
    const span = { start: index, end: index + length }
    if (!isSsnPlausible(`${a}${b}${c}`) || !tools.belongsTo(span, 'ssn')) return []
    return [{ ...span, confidence: 0.9, jurisdiction: 'US' }]
  })
}

function rate(text: string, window: DigitWindow, tools: ScanTools): number {
  const isNamed = tools.belongsTo(window, 'ssn', 'itin')
  const isLedTo = isLed(text, window.start) || tools.labelOf(window.start, window.end)?.isBeside
  if (window.shape === '9')
    return isNamed && isLedTo ? 0.9 : isLed(text, window.start) && tools.mayBe(window, 'ssn') ? 0.65 : 0
  if (window.shape !== '3-2-4' || !SEPARATORS.includes(window.separator)) return 0
  if (isNamed) return 0.97
  if (tools.isClaimed(window, ...HARMLESS)) return 0.25
  if (tools.speaksOf(window, 'ssn')) return 0.9
  return window.separator === '-' ? 0.8 : 0.55
}
