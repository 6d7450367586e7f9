import { BLANK, CHARACTER_CLASSES, DIGIT, LETTER, LINE_END, LOWER, UPPER } from './character-class.ts'

const SPACE = 0x20
const APOSTROPHE = 0x27
const SLASH = 0x2f
const LONGEST_NUMBER = 3

/**
 * Where the word ends that begins at `at` by the pattern of o200k, in a text of ASCII up to `end`: letters with
 * at most one sign or blank before them and a contraction after them, three digits, signs with line ends and
 * slashes after them, blanks up to the last line end, blanks up to the one before a word.
 */
export function findWordEnd(text: string, at: number, end: number): number {
  const first = classAt(text, at, end)
  if (first & LETTER) return endOfLetters(text, at, end)
  if (first & DIGIT) return endOfDigits(text, at, end)
  const next = classAt(text, at + 1, end)
  if (next & LETTER && !(first & LINE_END)) return endOfLetters(text, at + 1, end)
  if (!(first & BLANK)) return endOfSigns(text, at, end)
  const isSign = at + 1 < end && (next & (BLANK | DIGIT | LETTER)) === 0
  if (isSign && text.charCodeAt(at) === SPACE) return endOfSigns(text, at + 1, end)
  return endOfBlanks(text, at, end)
}

function classAt(text: string, at: number, end: number): number {
  return at < end ? (CHARACTER_CLASSES[text.charCodeAt(at)] ?? 0) : 0
}

function endOfLetters(text: string, start: number, end: number): number {
  let at = start
  while (classAt(text, at, end) & UPPER) at += 1
  while (classAt(text, at, end) & LOWER) at += 1
  return at < end && text.charCodeAt(at) === APOSTROPHE ? at + contractionLength(text, at, end) : at
}

const SHORT_CONTRACTIONS: ReadonlySet<string> = new Set(["'s", "'d", "'m", "'t"])
const LONG_CONTRACTIONS: ReadonlySet<string> = new Set(["'ll", "'ve", "'re"])

function contractionLength(text: string, at: number, end: number): number {
  const following = text.slice(at, Math.min(end, at + 3)).toLowerCase()
  if (SHORT_CONTRACTIONS.has(following.slice(0, 2))) return 2
  return LONG_CONTRACTIONS.has(following) ? 3 : 0
}

function endOfDigits(text: string, start: number, end: number): number {
  let at = start + 1
  while (at < start + LONGEST_NUMBER && classAt(text, at, end) & DIGIT) at += 1
  return at
}

function endOfSigns(text: string, start: number, end: number): number {
  let at = start
  while (at < end && (classAt(text, at, end) & (BLANK | DIGIT | LETTER)) === 0) at += 1
  while (at < end && (classAt(text, at, end) & LINE_END || text.charCodeAt(at) === SLASH)) at += 1
  return at
}

function endOfBlanks(text: string, start: number, end: number): number {
  let at = start
  let lineEnd = -1
  for (let kind = classAt(text, at, end); kind & BLANK; kind = classAt(text, at, end)) {
    at += 1
    if (kind & LINE_END) lineEnd = at
  }
  if (lineEnd >= 0) return lineEnd
  // The last blank before a word belongs to the word.
  return at < end && at - start > 1 ? at - 1 : at
}
