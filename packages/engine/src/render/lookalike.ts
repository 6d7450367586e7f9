/**
 * Which characters a reader may overlook or take for a letter. Fixed tables, by code unit: Unicode
 * data that grows with the runtime would make the rendered bytes depend on it. [L-1]
 */
type UnitRange = readonly [from: number, to: number]

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

/** A letter, digit or sign as a tag name would spell it: lower case, without full-width forms. */
export function foldLetter(unit: number): string {
  if (unit === 0x17f) return 's'
  if (unit === 0x212a) return 'k'
  const ascii = unit >= 0xff01 && unit <= 0xff5e ? unit - 0xfee0 : unit
  return String.fromCharCode(ascii >= 0x41 && ascii <= 0x5a ? ascii + 0x20 : ascii)
}

/** The place after any blanks and invisible characters. */
export function skipIgnorable(text: string, from: number): number {
  let at = from
  for (;;) {
    const next = isWithin(BLANKS, text.charCodeAt(at)) ? at + 1 : skipInvisible(text, at)
    if (next === at) return at
    at = next
  }
}

/** The place after any invisible characters; a blank is visible. */
export function skipInvisible(text: string, from: number): number {
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
