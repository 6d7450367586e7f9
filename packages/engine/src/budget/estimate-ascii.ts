import { BLANK, CHARACTER_CLASSES, DIGIT, LINE_FEED, LOWER, UPPER } from './character-class.ts'

const APOSTROPHE = 0x27
const DELETE = 0x7f
const FIRST_SIGN = 0x21

/** Beside the classes of characters: a sign that parts words. All visible signs do, but the apostrophe. */
const SIGN = 32
/** Neither: an apostrophe or a control character, which is read as part of a word. */
const OTHER = 64

const CLASSES: Readonly<Uint8Array> = CHARACTER_CLASSES.map((known, code) => {
  if (known !== 0) return known
  return code >= FIRST_SIGN && code !== APOSTROPHE && code !== DELETE ? SIGN : OTHER
})

/** Kinds of neighbours that make one segment. */
const WORD = UPPER | LOWER | DIGIT | OTHER

const LETTERS_PER_TOKEN = 7
const SIGNS_PER_TOKEN = 6
const DIGITS_PER_TOKEN = 3
const SHORT_SEGMENT = 3
const SHORT_WORD = 8
/** Letters and digits mixed, and letters alone, that are too long for a word. */
const MIXED = { from: 16, perToken: 1.6 }
const ENDLESS = { from: 40, perToken: 2.5 }

/** The runs of blanks that cost by their length, beside what they cost as structure. */
const BLANK_RUN = 32

/**
 * What `tokenx` with our rates for scripts says of a text of ASCII, in one pass over its bytes and without
 * making any text. The property test compares the two.
 */
export function estimateAscii(bytes: Uint8Array): number {
  const end = bytes.length
  let tokens = 0
  let before = 0
  let at = 0
  while (at < end) {
    const from = at
    let kinds = classAt(bytes, at)
    const family = kinds & WORD ? WORD : kinds & BLANK ? BLANK : SIGN
    at += 1
    for (; at < end; at += 1) {
      const kind = classAt(bytes, at)
      if ((kind & family) === 0) break
      kinds |= kind
    }
    if (family === WORD) tokens += countWord(kinds, at - from)
    else if (family === SIGN) tokens += countSigns(at - from)
    else tokens += countBlanks(bytes, from, at, before)
    before = family
  }
  return tokens
}

function classAt(bytes: Uint8Array, at: number): number {
  return CLASSES[bytes[at] ?? 0] ?? 0
}

function countWord(kinds: number, length: number): number {
  const isPlain = (kinds & OTHER) === 0
  const hasLetters = (kinds & (UPPER | LOWER)) !== 0
  const hasDigits = (kinds & DIGIT) !== 0
  if (isPlain && hasLetters && hasDigits && length >= MIXED.from) return Math.ceil(length / MIXED.perToken)
  if (isPlain && !hasDigits && length >= ENDLESS.from) return Math.ceil(length / ENDLESS.perToken)
  if (kinds === DIGIT) return Math.ceil(length / DIGITS_PER_TOKEN)
  if (length <= SHORT_SEGMENT || (kinds === LOWER && length <= SHORT_WORD)) return 1
  return Math.ceil(length / LETTERS_PER_TOKEN)
}

function countSigns(length: number): number {
  return length <= SHORT_SEGMENT ? 1 : Math.ceil(length / SIGNS_PER_TOKEN)
}

/** Blanks are free; a line end costs one where no sign stands before it, or more blanks after it. */
function countBlanks(bytes: Uint8Array, from: number, to: number, before: number): number {
  const long = to - from >= BLANK_RUN ? Math.floor((to - from) / BLANK_RUN) : 0
  let feed = from
  while (feed < to && bytes[feed] !== LINE_FEED) feed += 1
  if (feed === to) return long
  return long + (feed < to - 1 || before !== SIGN ? 1 : 0)
}
