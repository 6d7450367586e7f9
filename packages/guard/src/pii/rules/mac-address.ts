import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

const PAIRS = /(?<![\p{L}\p{N}_:.-])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\p{L}\p{N}_]|:[0-9a-f])/giu
const DASHED = /(?<![\p{L}\p{N}_:.-])(?:[0-9a-f]{2}-){5}[0-9a-f]{2}(?![\p{L}\p{N}_]|-[0-9a-f])/giu
const DOTTED = /(?<![\p{L}\p{N}_:.-])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\p{L}\p{N}_]|\.[0-9a-f])/giu
const NOBODY = /^(?:00|ff){6}$/i

export const macAddressRule: Rule = {
  type: 'MAC_ADDRESS',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const form of [PAIRS, DASHED, DOTTED])
      for (const match of text.matchAll(form)) {
        const value = match[0]
        const compact = value.replace(/[^0-9a-f]/gi, '')
        if (NOBODY.test(compact)) continue
        const span = { start: match.index, end: match.index + value.length }
        // Six pairs of digits alone may be a date and a time, three groups of four a number on a card.
        if (/^\d+$/.test(compact) && form !== PAIRS && tools.belongsElsewhere(span)) continue
        if (/^\d+$/.test(compact) && form === DOTTED) continue
        found.push({ ...span, confidence: 0.9 })
      }
    return found
  },
}
