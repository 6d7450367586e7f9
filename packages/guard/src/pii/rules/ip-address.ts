import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Rule } from './rule.ts'

const FOUR =
  /(?<![\p{L}\p{N}_.-])(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?![\p{L}\p{N}_]|\.\d|-\p{L})/gu
/** Hexadecimal groups and colons in one piece; at most the 45 characters that an address can have. */
const SIX =
  /(?<![\p{L}\p{N}_:.])(?=[0-9a-f:]{0,4}:)[0-9a-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?![\p{L}\p{N}_:])/giu
/** Of no host in particular: this machine, any machine, masks. */
const NOBODY = /^(?:127\.|0\.|255\.|(?:0\.){3}0$)/

export const ipAddressRule: Rule = {
  type: 'IP_ADDRESS',
  version: 1,
  find: (text, tools) => [...findFour(text, tools), ...findSix(text)],
}

function findFour(text: string, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(FOUR)) {
    const span = { start: match.index, end: match.index + match[0].length }
    if (NOBODY.test(match[0]) || isVersion(text, span, match[0], tools)) continue
    found.push({ ...span, confidence: 0.9 })
  }
  return found
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
  return (isSmall && /[\p{L}]@$/u.test(before)) || tools.belongsTo(span, 'version')
}

function findSix(text: string): readonly Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(SIX)) {
    const value = match[0]
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
  if (halves.length === 1) return groups.length === 8
  // `std::dec` and `12::30` are code and clocks: a short form needs some body.
  return (
    groups.length <= 7 &&
    groups.length >= 2 &&
    (/\d/.test(plain) ? plain.replace(/:/g, '').length >= 5 : false)
  )
}
