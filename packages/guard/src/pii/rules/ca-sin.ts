import { isLuhnValid } from '../checksum/luhn.ts'
import type { Candidate } from '../finding.ts'
import { isLed } from './is-led.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

/** In Spanish, `sin` is another word, and in English one as well. */
const SPELLED =
  /SIN(?!\p{L})|S\.I\.N|NAS(?!\p{L})|social ins|assurance sociale|(?:my|your|ur|his|her) sin(?!\p{L})/u

/** Companies of France have nine digits with the same check, and name them in every letter. */
const OF_COMPANY =
  /(?<!\p{L})(?:RCS|R\.C\.S\.?|SIREN|SIRET|registre du commerce|immatricul[ée]{1,2}s?)(?!\p{L})[^\n]{0,60}$/iu

export const caSinRule: Rule = {
  type: 'CA_SIN',
  version: 2,
  find: (text, tools) => {
    const found: Candidate[] = []
    const isSpelled = SPELLED.test(text)
    for (const window of tools.numbers(9)) {
      if (!isLuhnValid(window.digits) || Number(window.digits) === 0) continue
      if (!standsAlone(text, window.start, window.end)) continue
      // `sin(…)` is the function.
      const isNamed =
        tools.belongsTo(window, 'sin') &&
        !/sin\($/i.test(text.slice(Math.max(0, window.start - 4), window.start))
      const isGrouped = window.shape === '3-3-3' && '- \u00a0\u2011'.includes(window.separator)
      const isSpokenOf =
        isSpelled && window.shape === '9' && isLed(text, window.start) && tools.mayBe(window, 'sin')
      if (!isNamed && !isSpokenOf && (!isGrouped || window.digits.startsWith('8'))) continue
      if (!isNamed && OF_COMPANY.test(text.slice(Math.max(0, window.start - 90), window.start))) continue
      const isElsewhere = tools.isClaimed(
        window,
        'sin',
        'ssn',
        'phone',
        'nationalId',
        'name',
        'birth',
        'address',
      )
      const unnamed = window.groupsInRun > 3 ? 0.3 : tools.jurisdictions.has('CA') ? 0.7 : 0.55
      found.push({
        start: window.start,
        end: window.end,
        confidence: isNamed ? 0.95 : isElsewhere ? 0.2 : isSpokenOf ? 0.75 : unnamed,
        jurisdiction: 'CA',
      })
    }
    return found
  },
}
