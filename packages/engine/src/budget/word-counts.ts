const SLOTS = 1 << 17
const MAXIMUM_WORDS = SLOTS / 2
const BYTES = 1 << 20

/** Of a hash that is small and quick: 32 bits, by multiplying and mixing (FNV-1a). */
const SEED = 0x811c9dc5
const PRIME = 0x01000193

/**
 * Counts of words of ASCII, found by their bytes, so that a word that is known is never made a text. Bounded:
 * when it is full, it starts over. For speed alone.
 */
export class WordCounts {
  readonly #compute: (word: string) => number
  /** For each slot the number of its word, from 1; 0 where it is free. */
  readonly #slots = new Int32Array(SLOTS)
  /** The words one after the other, where each ends, and what it counts. */
  readonly #bytes = new Uint8Array(BYTES)
  readonly #ends = new Int32Array(MAXIMUM_WORDS + 1)
  readonly #counts = new Int32Array(MAXIMUM_WORDS + 1)
  #words = 0

  constructor(compute: (word: string) => number) {
    this.#compute = compute
  }

  /** The count of the word from `from` to `to`. */
  count(bytes: Uint8Array, from: number, to: number): number {
    let hash = SEED
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME)
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    for (let word = this.#slots[slot]; word; word = this.#slots[slot]) {
      if (this.#isWord(word, bytes, from, to)) return this.#counts[word] ?? 0
      slot = (slot + 1) & (SLOTS - 1)
    }
    return this.#add(bytes.subarray(from, to), slot)
  }

  #isWord(word: number, bytes: Uint8Array, from: number, to: number): boolean {
    let known = this.#ends[word - 1] ?? 0
    if ((this.#ends[word] ?? 0) - known !== to - from) return false
    for (let at = from; at < to; at += 1, known += 1) if (this.#bytes[known] !== bytes[at]) return false
    return true
  }

  #add(word: Uint8Array, slot: number): number {
    const count = this.#compute(String.fromCharCode(...word))
    const start = this.#ends[this.#words] ?? 0
    if (this.#words === MAXIMUM_WORDS || start + word.length > BYTES) {
      this.#slots.fill(0)
      this.#words = 0
      return count
    }
    this.#words += 1
    this.#bytes.set(word, start)
    this.#ends[this.#words] = start + word.length
    this.#counts[this.#words] = count
    this.#slots[slot] = this.#words
    return count
  }
}

/** Texts longer than this may be kept by an engine as views into the text that they were cut from. */
const LONGEST_COPIED = 12

/**
 * Counts of texts by the text, the recent ones. Two generations: when the young one is full, the old one is
 * dropped and the young one is old; what is asked for again comes back. Bounded by characters, for speed alone.
 */
export class RecentCounts {
  readonly #maximum: number
  #young = new Map<string, number>()
  #old: ReadonlyMap<string, number> = new Map()
  #characters = 0

  constructor(maximumCharacters: number) {
    this.#maximum = maximumCharacters
  }

  get(text: string, compute: (text: string) => number): number {
    const found = this.#young.get(text)
    if (found !== undefined) return found
    const count = this.#old.get(text) ?? compute(text)
    this.#keep(text, count)
    return count
  }

  #keep(text: string, count: number): void {
    if (this.#characters + text.length > this.#maximum) {
      this.#old = this.#young
      this.#young = new Map()
      this.#characters = 0
    }
    this.#characters += text.length
    this.#young.set(copy(text), count)
  }
}

/** A real copy: a key that is a slice would keep the whole text in memory. */
function copy(text: string): string {
  return text.length <= LONGEST_COPIED ? text : ` ${text}`.slice(1)
}

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

/** What a counter needs to know of an ASCII character; one is a sum of these. */
export const BLANK = 1
export const LINE_END = 2
export const DIGIT = 4
export const UPPER = 8
export const LOWER = 16
export const LETTER = UPPER | LOWER

/** By code; `undefined` beyond ASCII. */
export const CHARACTER_CLASSES: Readonly<Uint8Array> = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[\r\n]/.test(character)) return BLANK | LINE_END
  if (/\s/.test(character)) return BLANK
  if (/\d/.test(character)) return DIGIT
  if (/[A-Z]/.test(character)) return UPPER
  return /[a-z]/.test(character) ? LOWER : 0
})

export const LINE_FEED = 10
export const BEYOND_ASCII = 128
