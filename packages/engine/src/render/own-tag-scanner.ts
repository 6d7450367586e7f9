import { TAGS } from './tag-registry.ts'

const BLANKS: readonly UnitRange[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0x85, 0x85],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
]

/** Controls, soft hyphens, accents, joiners, fillers, bidirectional and variation marks. */
const INVISIBLE: readonly UnitRange[] = [
  [0x00, 0x08],
  [0x0e, 0x1f],
  [0x7f, 0x84],
  [0x86, 0x9f],
  [0xad, 0xad],
  [0x300, 0x36f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
]

/** The first halves of the invisible characters beyond the basic plane, with the range of their second halves. */
const INVISIBLE_PAIRS: ReadonlyMap<number, UnitRange> = new Map<number, UnitRange>([
  [0xd82f, [0xdca0, 0xdca3]],
  [0xd834, [0xdd73, 0xdd7a]],
  [0xdb40, [0xdc00, 0xdfff]],
])

type NameKind = 'block' | 'element'

const NAMES: ReadonlyMap<string, NameKind> = new Map<string, NameKind>([
  ...[TAGS.artifact, TAGS.role, TAGS.piece]
    .flatMap((table) => Object.values(table))
    .map((name) => [name, 'block'] as const),
  ...Object.values(TAGS.element).map((name) => [name, 'element'] as const),
])

const PREFIXES: ReadonlySet<string> = new Set(
  [...NAMES.keys()].flatMap((name) => Array.from(name, (_, index) => name.slice(0, index + 1))),
)

/** Where a run of backslashes after `<` begins and ends, when a tag of Varve's follows it. */
export interface OwnTagSite {
  readonly from: number
  readonly to: number
}

/**
 * The next place at or after `position` that a model could take for one of Varve's tags: any case,
 * opening or closing, with blanks or invisible characters mixed in. A walk ends at the next `<` at
 * the latest, so that all walks over a text together are linear.
 */
export function findOwnTag(text: string, position: number): OwnTagSite | undefined {
  let open = text.indexOf('<', position)
  while (open >= 0) {
    let end = open + 1
    while (text.charCodeAt(end) === BACKSLASH) end += 1
    if (isOwnTag(text, open, end)) return { from: open + 1, to: end }
    open = text.indexOf('<', end)
  }
  return undefined
}

const BACKSLASH = 0x5c
const SLASH = 0x2f
const GREATER = 0x3e

function isOwnTag(text: string, open: number, start: number): boolean {
  let at = skipIgnorable(text, start)
  const closing = text.charCodeAt(at) === SLASH
  if (closing) at = skipIgnorable(text, at + 1)
  let name = ''
  while (at < text.length) {
    name += foldLetter(text.charCodeAt(at))
    if (!PREFIXES.has(name)) return false
    at += 1
    const kind = NAMES.get(name)
    if (kind && endsName(text, at) && (closing || kind === 'block' || isBareOpening(text, open, at)))
      return true
    at = skipIgnorable(text, at)
  }
  return false
}

function endsName(text: string, at: number): boolean {
  const next = skipInvisible(text, at)
  return next >= text.length || !/[a-z0-9_]/.test(foldLetter(text.charCodeAt(next)))
}

/**
 * The elements inside a block are everyday words and never carry attributes: `<path d="…">` in a
 * drawing and `Option<Url>` in code are not ours and stay as they are.
 */
function isBareOpening(text: string, open: number, at: number): boolean {
  if (/[\w$:)\]]/.test(text.charAt(open - 1))) return false
  const next = skipIgnorable(text, at)
  const unit = text.charCodeAt(next)
  return next >= text.length || unit === GREATER || unit === SLASH
}

/**
 * Which characters a reader may overlook or take for a letter. Fixed tables, by code unit: Unicode
 * data that grows with the runtime would make the rendered bytes depend on it. [L-1]
 */
type UnitRange = readonly [from: number, to: number]

/** A letter, digit or sign as a tag name would spell it: lower case, without full-width forms. */
function foldLetter(unit: number): string {
  if (unit === 0x17f) return 's'
  if (unit === 0x212a) return 'k'
  const ascii = unit >= 0xff01 && unit <= 0xff5e ? unit - 0xfee0 : unit
  return String.fromCharCode(ascii >= 0x41 && ascii <= 0x5a ? ascii + 0x20 : ascii)
}

/** The place after any blanks and invisible characters. */
function skipIgnorable(text: string, from: number): number {
  let at = from
  for (;;) {
    const next = isWithin(BLANKS, text.charCodeAt(at)) ? at + 1 : skipInvisible(text, at)
    if (next === at) return at
    at = next
  }
}

/** The place after any invisible characters; a blank is visible. */
function skipInvisible(text: string, from: number): number {
  let at = from
  for (;;) {
    const unit = text.charCodeAt(at)
    const pair = INVISIBLE_PAIRS.get(unit)
    if (pair && isBetween(pair, text.charCodeAt(at + 1))) at += 2
    else if (isWithin(INVISIBLE, unit)) at += 1
    else return at
  }
}

function isWithin(ranges: readonly UnitRange[], unit: number): boolean {
  // Nearly every character asked about is plain ASCII.
  if (unit > 0x20 && unit < 0x7f) return false
  return ranges.some((range) => isBetween(range, unit))
}

function isBetween([from, to]: UnitRange, unit: number): boolean {
  return unit >= from && unit <= to
}
