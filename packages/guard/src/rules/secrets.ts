import type { ScanTools } from '../context/scan-tools.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'
import { entropyOf, findForeign, isPlaceholderValue, PAIR } from './secret-value.ts'
import { findVendorKeys } from './vendor-keys.ts'

/** Between a label and its value in code, settings, headers and prose. */
const LEAD =
  /^(?:[_-](?:base|v\d|prod|production|staging|dev|live|primary|secondary|default|value|old|new|current|main|backup|\d{1,2})(?=["'\s:=]))?["'`\])]{0,2}\s{0,3}(?:is|was|ist|est|es|e|:|\uff1a|=|=>|:=|->|\|)?\s{0,2}(?:["'`]|Bearer |Basic |Token |token |bearer )?["'`]?/
/** "the key for the weather service is …". */
const WHOSE =
  /^\s(?:for|of|to|on|von|vom|für|zur|zum|de|du|del|pour|para|di|della|per|van|voor)\s[\p{L}\p{N} '’._-]{1,32}?(?:\s(?:is|was|ist|lautet|est|es|è|é)|\s?[:=])\s{1,2}["'`]?(?=[A-Za-z0-9_+/.~=-]{16})/u
const VALUE = /^[A-Za-z0-9_+/.~=-]{16,512}/
const LONG_WORD = /(?<![A-Za-z0-9_+/.~=@:-])[A-Za-z0-9_+/.~=-]{16,512}(?![A-Za-z0-9_+/~@:(])/g
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** What leads to a value in a sentence. */
const LED = /(?:\b(?:is|ist|est|es)|[:=])\s{1,2}["'`]?$/
/** Keys that open nothing: "public key", `cacheKey`. */
const OPEN_KEY =
  /(?:public|primary|foreign|partition|cache|pgp|gpg|host|idempotency|sort|object|storage|routing|registry|message|dedup\p{L}{0,8}|group|hash|row|lookup|public[ _-]?key|next|page|paging|pagination|continuation|cursor|sync|resume|iterator|scroll|skip|delta|translation|i18n|locale|sprite|answer|site|map|sitemap)[ _-]?$/iu
/** Sixty-four bytes, as the keys of clouds' storage are. */
const STORAGE_KEY = /^[A-Za-z0-9+/]{86}==$/
/** What programs keep of a login to a registry of images. */
const REGISTRY_AUTH = /(?<="auth"\s?:\s?")[A-Za-z0-9+/]{16,512}={0,2}(?=")/g
const LEAST_ENTROPY = 3

export const apiKeyRule: Rule = {
  type: 'API_KEY',
  version: 4,
  find: (text, tools) => [
    ...findVendorKeys(text),
    ...findLabelled(text, tools),
    ...findInColumns(text, tools),
    ...findInProse(text, tools),
    ...findRegistryLogins(text),
    ...findForeign(text, 'secret', looksRandom),
  ],
}

function findLabelled(text: string, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  for (const { start: labelStart, end, about } of tools.labels) {
    if (!about.includes('secret') && !about.includes('weakSecret')) continue
    const around = text.slice(end, end + 560)
    const lead = PAIR.exec(around)?.[0] ?? WHOSE.exec(around)?.[0] ?? LEAD.exec(around)?.[0] ?? ''
    const value = VALUE.exec(around.slice(lead.length))?.[0].replace(/[.=/-]+$/, (tail) =>
      /^=+$/.test(tail) ? tail : '',
    )
    if (value === undefined || lead === '' || !looksRandom(value)) continue
    if (OPEN_KEY.test(text.slice(Math.max(0, labelStart - 18), labelStart)) && !STORAGE_KEY.test(value))
      continue
    const start = end + lead.length
    found.push({ start, end: start + value.length, confidence: 0.85 })
  }
  return found
}

/** Values below a heading such as "token". */
function findInColumns(text: string, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  for (const { start, end } of tools.cellsUnder('secret')) {
    const raw = text.slice(start, end)
    const value = raw.trim().replace(/^["'`]|["'`]$/g, '')
    if (!looksRandom(value) || !/^[A-Za-z0-9_+/.~=-]+$/.test(value)) continue
    const at = start + raw.indexOf(value)
    found.push({ start: at, end: at + value.length, confidence: 0.8 })
  }
  return found
}

/** "… this token to sign in: Zk4L…": words between, so the value itself must be very much like one. */
function findInProse(text: string, tools: ScanTools): readonly Candidate[] {
  if (!tools.labels.some(({ about }) => about.includes('secret'))) return []
  const found: Candidate[] = []
  for (const match of text.matchAll(LONG_WORD)) {
    const value = match[0].replace(/[.=/-]+$/, '')
    const span = { start: match.index, end: match.index + value.length }
    if (value.length < 20 && !(/[a-z]/.test(value) && /[A-Z]/.test(value))) continue
    if (!looksRandom(value) || entropyOf(value) < 3.3) continue
    const label = tools.labelOf(span.start, span.end)
    const isBefore =
      label?.how === 'before' || /^\s(?:is|est|es|ist)\s/.test(text.slice(span.end, span.end + 5))
    if (!label || !isBefore || !label.about.includes('secret') || UUID.test(value)) continue
    if (OPEN_KEY.test(text.slice(Math.max(0, label.start - 18), label.start))) continue
    const isLed = label.isBeside || LED.test(text.slice(Math.max(0, span.start - 8), span.start))
    if (isLed) found.push({ ...span, confidence: label.isBeside ? 0.8 : 0.65 })
  }
  return found
}

function findRegistryLogins(text: string): readonly Candidate[] {
  return [...text.matchAll(REGISTRY_AUTH)]
    .filter((match) => looksRandom(match[0]))
    .map((match) => ({ start: match.index, end: match.index + match[0].length, confidence: 0.8 }))
}

function looksRandom(value: string): boolean {
  if (value.length < 16 || !/[A-Za-z]/.test(value) || isPlaceholderValue(value)) return false
  if (/EXAMPLE(?:KEY)?$/.test(value)) return false
  // Paths and settings: `./chart/secrets.yaml`, `RUNNER_CAPACITY=2`.
  if (
    /^\.{1,2}\/|^[A-Z][A-Z0-9_]{2,40}=|\/.*\.[a-z]{2,8}$|\.(?:ya?ml|json|txt|md|pem|key|env|toml|ini)$/.test(
      value,
    )
  )
    return false
  // Without a digit it must at least be no words.
  if (
    !/\d/.test(value) &&
    !(
      value.length >= 20 &&
      /[a-z][A-Z].*[a-z][A-Z]/.test(value) &&
      entropyOf(value) > 3.8 &&
      !/[-_.]/.test(value)
    )
  )
    return false
  if (UUID.test(value)) return true
  // `homepage.hero.title2` names a text.
  if (/^[a-z][a-zA-Z]*(?:\.[a-zA-Z]+\d{0,2}){2,}$/.test(value)) return false
  if (/^https?:|^[\w-]+\.(?:com|org|net|io|js|ts|py)\b|:\/\/|^\/\//.test(value)) return false
  // `default-token-8kx2v` is the name of one.
  if (/^[a-z]+(?:[-_.][a-z]+)+[-_.][a-z0-9]{4,6}$/.test(value)) return false
  if (/^[a-z]+(?:[-_.][a-z]+)*[-_.]?\d{0,4}$/i.test(value) || /^\d{4}-\d\d-\d\d/.test(value)) return false
  return entropyOf(value) >= LEAST_ENTROPY
}

const BEGIN = /-----BEGIN ((?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?)-----/g
/** As other programs write them: with blanks at the dashes, or a head and a sum instead of lines of dashes. */
const OTHERS =
  /---- BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY ----\s[^-]{32,12000}---- END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY ----|PuTTY-User-Key-File-\d: (?=[^\n]{1,60}\n)(?:[^\n]{0,100}\r?\n){4,200}?Private-MAC: [0-9a-f]{40,64}/g

export const privateKeyRule: Rule = {
  type: 'PRIVATE_KEY',
  version: 1,
  find: (text) => {
    const found: Candidate[] = []
    let from = 0
    for (const match of text.matchAll(BEGIN)) {
      if (match.index < from) continue
      const body = match.index + match[0].length
      const end = blockEnd(text, body, match[1] ?? '')
      if (end === undefined || end.bodyLength < 16) continue
      found.push({ start: match.index, end: end.end, confidence: 0.99 })
      from = end.end
    }
    for (const match of text.matchAll(OTHERS))
      if (countKeyCharacters(text, match.index, match.index + match[0].length) >= 16)
        found.push({ start: match.index, end: match.index + match[0].length, confidence: 0.99 })
    return found
  },
}

/** A truncated key ends with its last plausible line; what is there is still secret. */
function blockEnd(
  text: string,
  body: number,
  kind: string,
): { readonly end: number; readonly bodyLength: number } | undefined {
  const closing = `-----END ${kind}-----`
  const next = text.indexOf('-----', body)
  if (next >= 0 && text.startsWith(closing, next))
    return { end: next + closing.length, bodyLength: countKeyCharacters(text, body, next) }
  let end = body
  const limit = next < 0 ? text.length : next
  while (end < limit && /[A-Za-z0-9+/=\s\\:,.-]/.test(text[end] ?? '')) end += 1
  const trimmed = text.slice(body, end).trimEnd()
  return { end: body + trimmed.length, bodyLength: countKeyCharacters(text, body, body + trimmed.length) }
}

/** The number of key characters; zero if it is filler. */
function countKeyCharacters(text: string, start: number, end: number): number {
  const runs =
    text
      .slice(start, end)
      .replace(/\\[nr]/g, '\n')
      .match(/[A-Za-z0-9+/=]{12,}/g) ?? []
  const real = runs.filter((run) => /[a-z]/.test(run) && /[A-Z0-9+/]/.test(run) && entropyOf(run) > 2.5)
  return real.reduce((sum, run) => sum + run.length, 0)
}

const LONGEST = 256
/** What documentation writes where a reader's own goes. */
const FILLER =
  /^(?:user(?:name)?:pass(?:word)?|<[^>]*>:<[^>]*>|\$\{?\w+\}?:\$\{?\w+\}?|\{+\w+\}+:\{+\w+\}+|%\w+%?:%\w+%?|x+:x+|\*+:\*+|USER(?:NAME)?:PASS(?:WORD)?|\[[^\]]*\]:\[[^\]]*\])$/

/** Signs that ought to have been escaped: a domain before the name, slashes and the like in the password. */
const UNESCAPED =
  /(?<=[a-z0-9]:\/\/)(?:[\w.-]{1,32}\\{1,2}[\w.-]{1,32}:[^\s@/"'`<>]{1,64}|[\w.+%-]{1,64}:(?!\d{1,5}[/?#])[^\s@/?#"'`<>\\]{0,64}[/?#][^\s@"'`<>\\]{0,64})(?=@[\p{L}\p{N}[][\p{L}\p{N}.:[\]-]{0,120}(?:[/?"'`\s,;)]|$))/giu
/** `jdbc:oracle:thin:name/password@host`. */
const THIN = /(?<=\bjdbc:oracle:(?:thin|oci\d?):)[\w$.-]{1,32}\/[^\s@/"'`]{2,64}(?=@)/gi

export const urlCredentialsRule: Rule = {
  type: 'URL_CREDENTIALS',
  version: 1,
  find: (text) => {
    const found: Candidate[] = []
    for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
      if (!/[a-z0-9]/i.test(text[at - 1] ?? '')) continue
      const start = at + 3
      const end = authorityEnd(text, start)
      const sign = text.slice(start, end).lastIndexOf('@')
      if (sign < 3) continue
      const value = text.slice(start, start + sign)
      const colon = value.indexOf(':')
      if (colon < 0 || colon === value.length - 1 || FILLER.test(value)) continue
      if (isTemplate(value.slice(colon + 1)) || !/[\p{L}\p{N}[]/u.test(text[start + sign + 1] ?? '')) continue
      found.push({ start, end: start + sign, confidence: 0.97 })
    }
    for (const form of [UNESCAPED, THIN])
      for (const match of text.matchAll(form))
        if (!isTemplate(match[0].slice(match[0].search(/[:/]/) + 1)) && !FILLER.test(match[0]))
          found.push({ start: match.index, end: match.index + match[0].length, confidence: 0.9 })
    return found
  },
}

function authorityEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && end - start < LONGEST && !/[\s/?#"'`<>\\|]/.test(text[end] ?? '')) end += 1
  return end
}

/** A variable, a mask or a slot instead of a password. */
function isTemplate(password: string): boolean {
  return /^(?:\$\{[^}]*\}?|\$\w+|\{+[^}]*\}+|%[^%]*%|\*+|x{3,}|X{3,}|\.{3}|…|pass(?:word)?|PASS(?:WORD)?|\[[^\]]*\]|redacted|REDACTED|xxx+)$/.test(
    password,
  )
}
