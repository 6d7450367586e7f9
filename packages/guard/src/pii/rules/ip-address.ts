import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Rule } from './rule.ts'

const FOUR =
  /(?<![\p{L}\p{N}.])(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?![\p{L}\p{N}_]|\.\d|-\p{L})/gu
/** Hexadecimal groups and colons in one piece; at most the 45 characters that an address can have. */
const SIX =
  /(?:(?<![\p{L}\p{N}_:.])|(?<=(?:ipv6|ip|addr|address|host|client|peer|src|dst|from|inet6):))(?=[0-9a-f:]{0,4}:)[0-9a-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?![\p{L}\p{N}_:]|\.\d)/giu
/** What a dash or underscore may stand behind: the beginning of a range, or what names a host. */
const TIED =
  /(?:\d{1,3}(?:\.\d{1,3}){3}|(?:^|[^\p{L}])(?:ip|host|addr|src|dst|server|node|client|peer|gw|gateway))[-_]$/iu
/** For networks at home and in companies, and between neighbours: nothing else begins so. */
const PRIVATE = /^(?:192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/
const REMOTE_COMMAND = /(?:^|[^\p{L}])(?:ssh|scp|sftp|rsync|ftp|telnet|login|mosh)(?!\p{L})/iu
/** Of no host in particular: this machine, any machine, masks. */
const NOBODY = /^(?:127\.|0\.|255\.|(?:0\.){3}0$)/

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
    if (NOBODY.test(match[0]) || isVersion(text, span, match[0], tools)) continue
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
