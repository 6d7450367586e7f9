import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

const PAIRS = /(?<![\p{L}\p{N}_:.-])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\p{L}\p{N}_]|:[0-9a-f])/giu
const DASHED = /(?<![\p{L}\p{N}_:.-])(?:[0-9a-f]{2}-){5}[0-9a-f]{2}(?![\p{L}\p{N}_]|-[0-9a-f])/giu
const DOTTED = /(?<![\p{L}\p{N}_:.-])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\p{L}\p{N}_]|\.[0-9a-f])/giu
/** Written otherwise, and so only behind a word for it: in one piece, in halves, with blanks, without its zeros. */
const LED =
  /(?:(?<![\p{L}])(?:mac|bssid|hw|hwaddr|lladdr|ether|ethernet|wifi|wlan|bluetooth|physical|physische|physique|hardware|station|dirección|adresse|chaddr|nic)(?:[ _-]?(?:addr|address|addresses|adresse|adres|dirección|física|mac|id|no)){0,2}|[a-z_]mac|[mM]acAddr(?:ess)?|[a-z]Mac)["'`]?(?:\s(?:is|ist|est|es|of|at))?\s{0,2}[:=#]?\s{0,2}["'`]?/u
const LOOSE = new RegExp(
  `(?<=${LED.source})(?:[0-9a-f]{12}|[0-9a-f]{6}[-:][0-9a-f]{6}|[0-9a-f]{2}(?: [0-9a-f]{2}){5}|[0-9a-f]{4}[-:][0-9a-f]{4}[-:][0-9a-f]{4})(?![\\p{L}\\p{N}_]|[-:][0-9a-f])`,
  'giu',
)
/** As `arp` of some systems writes them. */
const SHORT =
  /(?<=(?:\bat|ether|lladdr|arp|arp:|arp -[sd] \S{1,40})\s)(?=[0-9a-f:]{0,14}(?<![0-9a-f])[0-9a-f]:)(?:[0-9a-f]{1,2}:){5}[0-9a-f]{1,2}(?![\p{L}\p{N}_:])/giu
const SPOKEN =
  /(?<!\p{L})(?:mac|bssid|hw|hwaddr|ether|ethernet|wlan|wifi|bluetooth|physical|arp|nic|device|address|adresse)(?!\p{L})/iu
const NOBODY = /^(?:00|ff){6}$/i

export const macAddressRule: Rule = {
  type: 'MAC_ADDRESS',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const form of [PAIRS, DASHED, DOTTED, LOOSE, SHORT])
      for (const match of text.matchAll(form)) {
        const value = match[0]
        const compact = value.replace(/[^0-9a-f]/gi, '')
        if (NOBODY.test(compact)) continue
        const span = { start: match.index, end: match.index + value.length }
        // Six pairs of digits alone may be a date and a time, three groups of four a number on a card.
        if (/^\d+$/.test(compact) && form !== PAIRS && tools.belongsElsewhere(span)) continue
        if (/^\d+$/.test(compact) && form === DOTTED) continue
        if (/^\d+$/.test(compact) && form === LOOSE && !/\d[:-]\d/.test(value)) continue
        if (
          /^\d+$/.test(compact) &&
          form === DASHED &&
          !SPOKEN.test(text.slice(Math.max(0, span.start - 60), span.start))
        )
          continue
        found.push({ ...span, confidence: 0.9 })
      }
    return found
  },
}
