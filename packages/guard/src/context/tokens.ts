export interface Span {
  readonly start: number
  readonly end: number
}

export type TokenKind = 'digits' | 'letters' | 'mixed'

/** A run of letters and digits. */
export interface Token {
  readonly start: number
  readonly end: number
  readonly kind: TokenKind
}

const LETTER_OR_MARK = /[\p{L}\p{M}]/u
const DIGIT = 1
const LETTER = 2

/** 1 for an ASCII digit, 2 for a letter or mark of any script, 0 for everything else. */
export function classOf(code: number): number {
  if (code >= 48 && code <= 57) return DIGIT
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return LETTER
  if (code < 128) return 0
  return LETTER_OR_MARK.test(String.fromCharCode(code)) ? LETTER : 0
}

/** All runs of letters and digits, in order: one look at each character. */
export function splitTokens(text: string): readonly Token[] {
  const tokens: Token[] = []
  let start = -1
  let seen = 0
  for (let at = 0; at <= text.length; at += 1) {
    const kind = at < text.length ? classOf(text.charCodeAt(at)) : 0
    if (kind !== 0) {
      if (start < 0) start = at
      seen |= kind
    } else if (start >= 0) {
      tokens.push({ start, end: at, kind: seen === DIGIT ? 'digits' : seen === LETTER ? 'letters' : 'mixed' })
      start = -1
      seen = 0
    }
  }
  return tokens
}

const MARKS = /\p{M}+/gu
const LIGATURES: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  º: 'o',
  ª: 'a',
}
const BEYOND_ASCII = /[^ -~]/

/** A word in lower case and without accents, so that `Führerschein` and `FUHRERSCHEIN` are one. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (!BEYOND_ASCII.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(/[ßæœøłđðıºª]/g, (letter) => LIGATURES[letter] ?? letter)
}
