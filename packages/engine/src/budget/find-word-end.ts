import { BLANK, CHARACTER_CLASSES, DIGIT, LETTER, LINE_END, LOWER, UPPER } from './character-class.ts'

const SPACE = 0x20
const APOSTROPHE = 0x27
const SLASH = 0x2f
/** Stands for the end: a byte without a class. */
const NOTHING = 0
const LONGEST_NUMBER = 3

/**
 * Where the word ends that begins at `at` by the pattern of o200k, in a text of ASCII: letters with
 * at most one sign or blank before them and a contraction after them, three digits, signs with line ends and
 * slashes after them, blanks up to the last line end, blanks up to the one before a word.
 */
export function findWordEnd(bytes: Uint8Array, at: number): number {
  const first = classAt(bytes, at)
  if (first & LETTER) return endOfLetters(bytes, at)
  if (first & DIGIT) return endOfDigits(bytes, at)
  const next = classAt(bytes, at + 1)
  if (next & LETTER && !(first & LINE_END)) return endOfLetters(bytes, at + 1)
  if (!(first & BLANK)) return endOfSigns(bytes, at)
  const isSign = at + 1 < bytes.length && (next & (BLANK | DIGIT | LETTER)) === 0
  if (isSign && bytes[at] === SPACE) return endOfSigns(bytes, at + 1)
  return endOfBlanks(bytes, at)
}

function classAt(bytes: Uint8Array, at: number): number {
  return CHARACTER_CLASSES[bytes[at] ?? NOTHING] ?? 0
}

function endOfLetters(bytes: Uint8Array, start: number): number {
  let at = start
  while (classAt(bytes, at) & UPPER) at += 1
  while (classAt(bytes, at) & LOWER) at += 1
  return bytes[at] === APOSTROPHE ? at + contractionLength(bytes, at) : at
}

/** What may follow an apostrophe, in any case: s, d, m, t, ll, ve, re. */
function contractionLength(bytes: Uint8Array, at: number): number {
  const [first, second] = String.fromCharCode(
    bytes[at + 1] ?? NOTHING,
    bytes[at + 2] ?? NOTHING,
  ).toLowerCase()
  if (first === 's' || first === 'd' || first === 'm' || first === 't') return 2
  const isLong = (first === 'l' && second === 'l') || ((first === 'v' || first === 'r') && second === 'e')
  return isLong ? 3 : 0
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < start + LONGEST_NUMBER && classAt(bytes, at) & DIGIT) at += 1
  return at
}

function endOfSigns(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && (classAt(bytes, at) & (BLANK | DIGIT | LETTER)) === 0) at += 1
  while (at < bytes.length && (classAt(bytes, at) & LINE_END || bytes[at] === SLASH)) at += 1
  return at
}

function endOfBlanks(bytes: Uint8Array, start: number): number {
  let at = start
  let lineEnd = -1
  for (let kind = classAt(bytes, at); kind & BLANK; kind = classAt(bytes, at)) {
    at += 1
    if (kind & LINE_END) lineEnd = at
  }
  if (lineEnd >= 0) return lineEnd
  // The last blank before a word belongs to the word.
  return at < bytes.length && at - start > 1 ? at - 1 : at
}
