import type { ScanTools } from '../context/scan-tools.ts'
import { classOf } from '../context/tokens.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

const LONGEST_LOCAL = 64
const LONGEST_DOMAIN = 253
/** Reserved for examples and machines (RFC 2606, RFC 6761): nobody's address. */
const NOBODY = /(?:^|\.)(?:example\.(?:com|org|net|edu)|example|test|invalid|localhost|local|internal|lan)$/i
/** Endings of file names, as in `icon@2x.png`, and of packages, as in `left-pad@1.3.0.tgz`. */
const FILE_ENDING =
  /\.(?:png|jpe?g|gif|svg|webp|ico|bmp|avif|heic|tiff?|js|mjs|cjs|jsx|tsx?|css|scss|less|json|html?|xml|ya?ml|toml|txt|pdf|docx?|xlsx?|csv|tgz|gz|zip|jar|war|exe|dll|so|log|lock|map|vue|service|timer|mp[34]|wav|woff2?|ttf|md5|sha256|example)$/i
const DOCUMENT_ENDING = /(?<=\.[a-z]{2,24})\.(?:pdf|docx?|xlsx?|csv|txt|eml|msg|html|zip)$/i
/** `name@odata.bind` annotates another key. */
const ANNOTATION = /^odata\./i
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}$/u
/** Accounts of machines in addresses of repositories, as in `git@host:owner/name`. */
const MACHINE_LOCALS: ReadonlySet<string> = new Set(['git', 'hg', 'svn'])

export const emailRule: Rule = {
  type: 'EMAIL',
  version: 2,
  find: (text) => {
    const found: Candidate[] = []
    for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
      const candidate = addressAround(text, at)
      if (candidate) found.push(candidate)
    }
    return found
  },
}

function addressAround(text: string, at: number): Candidate | undefined {
  const start = localStart(text, at)
  const end = domainEnd(text, at + 1)
  const local = text.slice(start, at)
  const domain = text.slice(at + 1, end)
  if (local === '' || local.includes('..') || text[start - 1] === '@') return undefined
  // `jane@host.net.pdf` is about her.
  const [ending = ''] = DOCUMENT_ENDING.exec(domain) ?? []
  const host = domain.slice(0, domain.length - ending.length)
  if (!DOMAIN.test(host) || NOBODY.test(host) || FILE_ENDING.test(host) || ANNOTATION.test(host))
    return undefined
  // `git@host:owner/name` and `ssh://git@host/…` name a machine's account.
  if (MACHINE_LOCALS.has(local.toLowerCase()) && ':/'.includes(text[end] ?? ' ')) return undefined
  // `this@Outer.name` and `label@Type.call()` are code.
  if (/^(?:this|super|return|break|continue)$/.test(local) || text[end] === '(') return undefined
  // `user:password@host` belongs to a URL, and `package@1.0` to a registry.
  if (/:\/\/[^\s/]{0,128}$/.test(text.slice(Math.max(0, start - 140), start))) return undefined
  return { start, end: end - ending.length, confidence: 0.97 }
}

function localStart(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < LONGEST_LOCAL && isLocal(text.charCodeAt(start - 1))) start -= 1
  // Neither dots, dashes nor quotes begin an address in prose.
  while (start < at && ".-'/=&*+!#%^~{}|?`$".includes(text[start] ?? '')) start += 1
  return start
}

function isLocal(code: number): boolean {
  return classOf(code) !== 0 || "._%+-'&".includes(String.fromCharCode(code))
}

function domainEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && end - from < LONGEST_DOMAIN) {
    const character = text[end] ?? ''
    if (classOf(character.charCodeAt(0)) === 0 && character !== '.' && character !== '-') break
    end += 1
  }
  while (end > from && '.-'.includes(text[end - 1] ?? '')) end -= 1
  return end
}

const FOUR =
  /(?<![\p{L}\p{N}.])(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?![\p{L}\p{N}_]|\.\d|-\p{L})/gu
/** Hexadecimal groups and colons in one piece; at most the 45 characters that an address can have. */
const SIX =
  /(?:(?<![\p{L}\p{N}_:.])|(?<=(?:ipv6|ip|addr|address|host|client|peer|src|dst|from|inet6):))(?=[0-9a-f:]{0,4}:)[0-9a-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?![\p{L}\p{N}_:]|\.\d)/giu
/** Characters before a dash or underscore that make it part of a range or a host name. */
const TIED =
  /(?:\d{1,3}(?:\.\d{1,3}){3}|(?:^|[^\p{L}])(?:ip|host|addr|src|dst|server|node|client|peer|gw|gateway))[-_]$/iu
/** Private and link-local networks; no public address begins like this. */
const PRIVATE = /^(?:192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/
const REMOTE_COMMAND = /(?:^|[^\p{L}])(?:ssh|scp|sftp|rsync|ftp|telnet|login|mosh)(?!\p{L})/iu
/** Of no host in particular: this machine, any machine, masks. */
const IP_ADDRESS_NOBODY = /^(?:127\.|0\.|255\.|(?:0\.){3}0$)/

export const ipAddressRule: Rule = {
  type: 'IP_ADDRESS',
  version: 3,
  find: (text, tools) => [...findFour(text, tools), ...findSix(text)],
}

function findFour(text: string, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(FOUR)) {
    const span = { start: match.index, end: match.index + match[0].length }
    if (
      /[-_]/.test(text[span.start - 1] ?? ' ') &&
      !TIED.test(text.slice(Math.max(0, span.start - 20), span.start))
    )
      continue
    if (IP_ADDRESS_NOBODY.test(match[0]) || isVersion(text, span, match[0], tools)) continue
    // "rekeningnummer 44.12.70.226" is written with dots, and no host.
    const isAccount =
      !PRIVATE.test(match[0]) &&
      tools.belongsElsewhere(span, 'host') &&
      tools.belongsTo(span, 'account', 'medical', 'phone')
    found.push({ ...span, confidence: isAccount || isVague(text, span, match[0], tools) ? 0.4 : 0.9 })
  }
  return found
}

/** Four small numbers may be a version, unless something speaks of hosts, or a port or a mask follows. */
function isVague(
  text: string,
  { start, end }: { start: number; end: number },
  value: string,
  tools: ScanTools,
): boolean {
  if (value.startsWith('10.') || value.split('.').some((part) => Number(part) >= 32)) return false
  if (
    /^(?::\d{2,5}|\/\d{1,2})(?!\d)/.test(text.slice(end, end + 6)) ||
    /[@/]$/.test(text.slice(Math.max(0, start - 1), start))
  )
    return false
  const owner = tools.labelOf(start, end)
  return !owner?.about.includes('host') && !tools.mentionedBefore(start, 'host')
}

function isVersion(
  text: string,
  span: { start: number; end: number },
  value: string,
  tools: ScanTools,
): boolean {
  const before = text.slice(Math.max(0, span.start - 12), span.start)
  if (/(?:^|[^\p{L}])(?:v|ver|version|release|build)\.?[\s:=/"']*$/iu.test(before)) return true
  // `Chrome/120.0.0.0`, `libfoo-1.2.3.4` and `foo==1.2.3.4` name a program.
  if (/[\p{L}]\/$|[=~<>]=\s?["']?$|§\s?$|[\^~]$/u.test(before)) return true
  const isSmall = value.split('.').every((part) => Number(part) < 64)
  if (isSmall && /[\p{L}]@$/u.test(before))
    return (
      text[span.end] !== ':' && !REMOTE_COMMAND.test(text.slice(Math.max(0, span.start - 60), span.start))
    )
  return isOfVersion(span, value, before, tools)
}

/** "the app on 81.2.69.142" speaks of a host, "the app 8.2.69.142" of a version. */
function isOfVersion(
  span: { start: number; end: number },
  value: string,
  before: string,
  tools: ScanTools,
): boolean {
  const owner = tools.labelOf(span.start, span.end)
  if (!owner?.about.includes('version') || PRIVATE.test(value)) return false
  if (owner.how === 'header' || value.split('.').every((part) => Number(part) < 64)) return true
  return owner.isBeside && !/(?:^|[^\p{L}])(?:on|at|from|auf|sur|en|von|depuis|desde)\s$/iu.test(before)
}

function findSix(text: string): readonly Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(SIX)) {
    // "2001:db8::42: denied": the last colon is the sentence's.
    const value = match[0].replace(/(?<!:):$/, '')
    if (!isSixValid(value)) continue
    found.push({ start: match.index, end: match.index + value.length, confidence: 0.9 })
  }
  return found
}

function isSixValid(value: string): boolean {
  const four = /\d{1,3}(?:\.\d{1,3}){3}$/.exec(value)?.[0]
  if (four?.split('.').some((part) => Number(part) > 255)) return false
  const plain = four ? `${value.slice(0, -four.length)}0:0` : value
  const halves = plain.split('::')
  if (halves.length > 2 || value === '::' || value === '::1') return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  if (groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return false
  // Hours, minutes and seconds, with something left out.
  if (groups.length < 8 && groups.every((group) => /^\d{1,2}$/.test(group))) return false
  // Eight pairs are a hardware address of 64 bits, or part of a fingerprint.
  if (halves.length === 1) return groups.length === 8 && groups.some((group) => group.length !== 2)
  // `Ace::B2d` and `12::30` are code and clocks: a short form begins as addresses do, or has some body.
  if (groups.length < 3 && !/^(?:[23][0-9a-f]{3}|fe[89ab][0-9a-f]|f[cd][0-9a-f]{2}):/i.test(plain))
    return false
  return (
    groups.length <= 7 &&
    groups.length >= 2 &&
    (/\d/.test(plain) ? plain.replace(/:/g, '').length >= 5 : false)
  )
}

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
const MAC_ADDRESS_NOBODY = /^(?:00|ff){6}$/i
const BEFORE = 60

/** Each form, and what must precede it. */
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
        if (MAC_ADDRESS_NOBODY.test(compact) || (form === SHORT && compact.length === 12)) continue
        const before = text.slice(Math.max(0, match.index - BEFORE), match.index)
        const needed = led ?? (/^\d+$/.test(compact) ? ledDigits : undefined)
        if (needed && !needed.test(before)) continue
        found.push({ start: match.index, end: match.index + match[0].length, confidence: 0.9 })
      }
    return found
  },
}
