const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
export const MIXED: string = UPPER + LOWER + DIGITS

/** What a letter of a pattern stands for; everything else stands for itself. */
const PATTERN_SETS: Readonly<Record<string, string>> = {
  '#': DIGITS,
  '%': '123456789',
  '@': UPPER,
  '*': UPPER + DIGITS,
  '^': LOWER + DIGITS,
  '&': '0123456789abcdef',
}

export interface BirthDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Numbers that look random and are the same on every run. */
export interface Draw {
  integer(lowest: number, highest: number): number
  pick<T>(list: readonly T[]): T
  from(alphabet: string, length: number): string
  digits(length: number): string
  fill(pattern: string): string
  birth(): BirthDate
}

export function createDraw(start: string): Draw {
  let state = hashText(start)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const integer = (lowest: number, highest: number): number =>
    lowest + Math.floor(next() * (highest - lowest + 1))
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[integer(0, list.length - 1)]
    if (chosen === undefined) throw new Error('There is nothing to pick from.')
    return chosen
  }
  const from = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(integer(0, alphabet.length - 1))).join('')
  return {
    integer,
    pick,
    from,
    digits: (length) => from(DIGITS, length),
    fill: (pattern) => Array.from(pattern, (sign) => fillSign(sign, from)).join(''),
    birth: () => ({ year: integer(1947, 1999), month: integer(1, 12), day: integer(1, 28) }),
  }
}

function fillSign(sign: string, from: (alphabet: string, length: number) => string): string {
  const set = PATTERN_SETS[sign]
  return set ? from(set, 1) : sign
}

function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  return hash
}
