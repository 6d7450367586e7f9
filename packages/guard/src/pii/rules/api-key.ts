import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import { PAIR } from './password-leads.ts'
import type { Rule } from './rule.ts'
import { entropyOf, isPlaceholderValue } from './secret-value.ts'

/** The forms of the vendors' keys; each begins with its own letters, and all lengths are bounded. */
const VENDORS = [
  'sk-ant-[A-Za-z0-9_-]{20,200}',
  'sk-(?:proj-|svcacct-|admin-|or-v1-|None-)?[A-Za-z0-9_-]{20,200}',
  'AIza[A-Za-z0-9_-]{35}',
  'ya29\\.[A-Za-z0-9_-]{20,300}',
  'GOCSPX-[A-Za-z0-9_-]{24,32}',
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}',
  '(?:AKIA|ASIA)[A-Z0-9]{16}',
  'gh[pousr]_[A-Za-z0-9]{20,255}',
  'github_pat_[A-Za-z0-9_]{22,255}',
  'gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt)-[A-Za-z0-9_-]{20,64}',
  'xox[abeprs]-[A-Za-z0-9-]{10,250}',
  'xapp-\\d-[A-Za-z0-9-]{20,200}',
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,250}',
  'whsec_[A-Za-z0-9+/]{24,64}={0,2}',
  '(?:SK|AC)[0-9a-f]{32}',
  'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{30,64}',
  'npm_[A-Za-z0-9]{36}',
  'pypi-[A-Za-z0-9_-]{32,250}',
  'hf_[A-Za-z0-9]{30,64}',
  'api_org_[A-Za-z0-9]{30,64}',
  'do[opr]_v1_[0-9a-f]{64}',
  'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}',
  'glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}',
  'lin_api_[A-Za-z0-9]{32,64}',
  'figd_[A-Za-z0-9_-]{20,64}',
  'gsk_[A-Za-z0-9]{32,64}',
  'r8_[A-Za-z0-9]{32,64}',
  '(?:pplx|xai)-[A-Za-z0-9]{32,100}',
  'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64}',
  'AGE-SECRET-KEY-1[A-Z0-9]{58}',
  'ATATT3[A-Za-z0-9_=-]{50,250}',
  'key-[0-9a-f]{32}',
  'sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}',
  'EAAA[A-Za-z0-9_-]{60}',
  'PMAK-[0-9a-f]{24}-[0-9a-f]{34}',
  'hvs\\.[A-Za-z0-9_-]{24,120}',
  'rubygems_[0-9a-f]{48}',
  'sntrys_[A-Za-z0-9_=-]{40,250}',
  'dapi[0-9a-f]{32}(?:-\\d)?',
  'NRAK-[A-Z0-9]{27}',
  '[0-9a-f]{32}-us\\d{1,2}',
  'secret_[A-Za-z0-9]{40,50}',
  'ntn_[A-Za-z0-9]{40,50}',
  'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}',
  'sbp_[0-9a-f]{40}',
  'sl\\.[A-Za-z0-9_-]{60,200}',
  '[sp]k\\.eyJ[A-Za-z0-9_-]{20,200}\\.[A-Za-z0-9_-]{16,64}',
  'xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}',
  'https://hooks\\.slack\\.com/services/T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{24}',
  'eyJ[A-Za-z0-9_-]{8,4000}\\.[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{10,1000}',
]
const VENDOR_KEY = new RegExp(`(?<![A-Za-z0-9_])(?:${VENDORS.join('|')})(?![A-Za-z0-9_])`, 'g')
const BOT_TOKEN = /(?<![A-Za-z0-9_])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_])/g
/** Between a label and its value in code, settings, headers and prose. */
const LEAD =
  /^["'`\])]{0,2}\s{0,3}(?:is|was|ist|est|es|e|:|=|=>|:=|->|\|)?\s{0,2}(?:["'`]|Bearer |Basic |Token |token |bearer )?["'`]?/
const VALUE = /^[A-Za-z0-9_+/.~=-]{16,512}/
const LONG_WORD = /(?<![A-Za-z0-9_+/.~=@:-])[A-Za-z0-9_+/.~=-]{16,512}(?![A-Za-z0-9_+/~@:(])/g
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** What leads to a value in a sentence. */
const LED = /(?:\b(?:is|ist|est|es)|[:=])\s{1,2}["'`]?$/
/** Keys that open nothing: "public key", `cacheKey`. */
const OPEN_KEY =
  /(?:public|primary|foreign|partition|cache|pgp|gpg|host|idempotency|sort|object|storage|routing|registry|message|dedup\p{L}{0,8}|group|hash|row|lookup)[ _-]?$/iu
const LEAST_ENTROPY = 3

export const apiKeyRule: Rule = {
  type: 'API_KEY',
  version: 3,
  find: (text, tools) => [
    ...findVendorKeys(text),
    ...findLabelled(text, tools),
    ...findInColumns(text, tools),
    ...findInProse(text, tools),
  ],
}

function findVendorKeys(text: string): readonly Candidate[] {
  const found: Candidate[] = []
  for (const form of [VENDOR_KEY, BOT_TOKEN])
    for (const match of text.matchAll(form)) {
      const value = match[0]
      const body = value.slice(Math.min(4, value.length - 12))
      if (
        /x{6,}|X{6,}|\*|0{12}|1{12}|\.\.\./.test(value) ||
        entropyOf(body) < 2.5 ||
        isPlaceholderValue(body)
      )
        continue
      // `sk-` and words with dashes are names of things, not keys.
      if (value.startsWith('sk-') && !/\d/.test(body) && !/[a-z][A-Z].*[a-z][A-Z]/.test(body)) continue
      found.push({ start: match.index, end: match.index + value.length, confidence: 0.97 })
    }
  return found
}

function findLabelled(text: string, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  for (const { start: labelStart, end, about } of tools.labels) {
    if (!about.includes('secret') && !about.includes('weakSecret')) continue
    if (OPEN_KEY.test(text.slice(Math.max(0, labelStart - 14), labelStart))) continue
    const around = text.slice(end, end + 560)
    const lead = PAIR.exec(around)?.[0] ?? LEAD.exec(around)?.[0] ?? ''
    const value = VALUE.exec(around.slice(lead.length))?.[0].replace(/[.=/-]+$/, (tail) =>
      /^=+$/.test(tail) ? tail : '',
    )
    if (value === undefined || lead === '' || !looksRandom(value)) continue
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
    const isLed = label.isBeside || LED.test(text.slice(Math.max(0, span.start - 8), span.start))
    if (isLed) found.push({ ...span, confidence: label.isBeside ? 0.8 : 0.65 })
  }
  return found
}

function looksRandom(value: string): boolean {
  if (value.length < 16 || !/[A-Za-z]/.test(value) || isPlaceholderValue(value)) return false
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
  if (/^https?:|^[\w-]+\.(?:com|org|net|io|js|ts|py)\b|:\/\/|^\/\//.test(value)) return false
  if (/^[a-z]+(?:[-_.][a-z]+)*[-_.]?\d{0,4}$/i.test(value) || /^\d{4}-\d\d-\d\d/.test(value)) return false
  return entropyOf(value) >= LEAST_ENTROPY
}
