import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

const PAIRS = /(?=[0-9a-f])(?<![\p{L}\p{N}_:.-])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\p{L}\p{N}_]|:[0-9a-f])/giu
const DASHED = /(?=[0-9a-f])(?<![\p{L}\p{N}_:.-])(?:[0-9a-f]{2}-){5}[0-9a-f]{2}(?![\p{L}\p{N}_]|-[0-9a-f])/giu
const DOTTED =
  /(?=[0-9a-f])(?<![\p{L}\p{N}_:.-])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\p{L}\p{N}_]|\.[0-9a-f])/giu
/** In one piece, in halves, with blanks: such things are many, so a word for it must lead to them. */
const LOOSE =
  /(?=[0-9a-f])(?<![\p{L}\p{N}_])(?:[0-9a-f]{12}|[0-9a-f]{6}[-:][0-9a-f]{6}|[0-9a-f]{2}(?: [0-9a-f]{2}){5}|[0-9a-f]{4}[-:][0-9a-f]{4}[-:][0-9a-f]{4})(?![\p{L}\p{N}_]|[-:][0-9a-f])/giu
const LED =
  /(?:(?<!\p{L})(?:mac|bssid|hw|hwaddr|lladdr|ether|ethernet|wifi|wlan|bluetooth|physical|physische|physique|hardware|station|dirección|adresse|chaddr|nic)(?:[ _-]?(?:addr|address|addresses|adresse|adres|dirección|física|mac|id|no)){0,2}|_mac|(?:client|device|src|dst|source|station|host|my|eth)mac|macAddr(?:ess)?)["'`]?(?:\s(?:is|ist|est|es|of|at))?\s{0,2}[:=#]?\s{0,2}["'`]?$/iu
/** As `arp` of some systems writes them, without zeros at the front. */
const SHORT = /(?=[0-9a-f])(?<![\p{L}\p{N}_:.-])(?:[0-9a-f]{1,2}:){5}[0-9a-f]{1,2}(?![\p{L}\p{N}_:])/giu
const LED_SHORT = /(?:(?<!\p{L})at|ether|lladdr|arp|arp:|arp -[sd] \S{1,40})\s$/iu
const SPOKEN =
  /(?<!\p{L})(?:mac|bssid|hw|hwaddr|ether|ethernet|wlan|wifi|bluetooth|physical|arp|nic|device|address|adresse)(?!\p{L})/iu
const NOBODY = /^(?:00|ff){6}$/i
const BEFORE = 60

/** The forms, and what has to stand before each. */
const FORMS: readonly {
  readonly form: RegExp
  readonly led?: RegExp
  /** The same for one of digits alone, which may be a date and a time or any number. */
  readonly ledDigits?: RegExp
}[] = [
  { form: PAIRS },
  { form: DASHED, ledDigits: SPOKEN },
  { form: DOTTED, ledDigits: LED },
  { form: LOOSE, led: LED },
  { form: SHORT, led: LED_SHORT },
]

export const macAddressRule: Rule = {
  type: 'MAC_ADDRESS',
  version: 1,
  find: (text) => {
    const found: Candidate[] = []
    for (const { form, led, ledDigits } of FORMS)
      for (const match of text.matchAll(form)) {
        const compact = match[0].replace(/[^0-9a-f]/gi, '')
        if (NOBODY.test(compact) || (form === SHORT && compact.length === 12)) continue
        const before = text.slice(Math.max(0, match.index - BEFORE), match.index)
        const needed = led ?? (/^\d+$/.test(compact) ? ledDigits : undefined)
        if (needed && !needed.test(before)) continue
        found.push({ start: match.index, end: match.index + match[0].length, confidence: 0.9 })
      }
    return found
  },
}
