import { type CalibratedTokenizer, scaleTokenizer } from './calibrate.ts'
import type { Tokenizer } from './tokenizer.ts'

/** The number in the id changes with the rules, so that a stored count is never mixed with a new one. */
const BASE: Tokenizer = { id: 'estimate-2', count: estimate }

/** Counts by rules about words and scripts, for models whose vocabulary is not at hand. [B-1] */
export function estimateTokenizer(calibration = 1): CalibratedTokenizer {
  return scaleTokenizer(BASE, calibration)
}

const UPPER = 1
const LOWER = 2
const LETTER = 4
const DIGIT = 8
const SIGN = 16
const BLANK = 32
const LINE_END = 64
/** A word ends before a capital that follows a small letter; scripts without case know no such place. */
const WORD = UPPER | LOWER | LETTER

/**
 * Characters by their first code, up to the next row: their kind, and what one weighs in hundredths of a token.
 * A script that large vocabularies hold few words of weighs more; measured with o200k on prose of each.
 */
const SCRIPTS: readonly (readonly [first: number, kind: number, weight: number])[] = [
  [0x00, SIGN, 60],
  [0x09, BLANK, 0],
  [0x0a, LINE_END, 0],
  [0x0b, BLANK, 0],
  [0x0d, LINE_END, 0],
  [0x0e, SIGN, 60],
  [0x20, BLANK, 0],
  [0x21, SIGN, 36],
  [0x30, DIGIT, 34],
  [0x3a, SIGN, 36],
  [0x41, UPPER, 26],
  [0x5b, SIGN, 36],
  [0x61, LOWER, 15],
  [0x7b, SIGN, 36],
  [0x7f, SIGN, 100],
  [0xa0, BLANK, 50],
  [0xa1, SIGN, 80],
  // Latin with accents, of which ä and ö are in the longest words; the letters of fewer languages; phonetic signs; marks.
  [0xc0, LOWER, 72],
  [0xe4, LOWER, 100],
  [0xe5, LOWER, 72],
  [0xf6, LOWER, 100],
  [0xf7, LOWER, 72],
  [0x100, LOWER, 105],
  [0x250, LETTER, 100],
  [0x300, LOWER, 60],
  [0x370, LETTER, 36],
  // Cyrillic: what Russian has, and around it the letters of Ukrainian, Serbian, Kazakh and others.
  [0x400, LETTER, 130],
  [0x410, LETTER, 27],
  [0x450, LETTER, 130],
  [0x490, LETTER, 60],
  [0x530, LETTER, 33],
  // Hebrew and Arabic, each with its signs for vowels, which few texts have.
  [0x590, LETTER, 140],
  [0x5d0, LETTER, 47],
  [0x600, LETTER, 37],
  [0x64b, LETTER, 100],
  [0x653, LETTER, 37],
  [0x700, LETTER, 60],
  [0x900, LETTER, 37],
  [0x980, LETTER, 34],
  [0xe00, LETTER, 45],
  [0xf00, LETTER, 60],
  [0x10a0, LETTER, 36],
  [0x1100, LETTER, 60],
  [0x1200, LETTER, 200],
  [0x1780, LETTER, 60],
  [0x1800, LETTER, 150],
  [0x1e00, LOWER, 70],
  [0x1f00, LETTER, 100],
  [0x2000, BLANK, 50],
  [0x200b, LETTER, 50],
  [0x2010, SIGN, 80],
  [0x2028, BLANK, 100],
  [0x202a, SIGN, 80],
  [0x2190, SIGN, 130],
  [0x2800, SIGN, 250],
  [0x2900, SIGN, 130],
  [0x3000, BLANK, 50],
  [0x3001, SIGN, 90],
  [0x3040, LETTER, 58],
  [0x3100, LETTER, 100],
  [0x4e00, LETTER, 80],
  [0xa000, LETTER, 200],
  [0xac00, LETTER, 66],
  // Halves of pairs: pictures weigh less than letters of rare scripts.
  [0xd800, LETTER, 200],
  [0xd83c, LETTER, 90],
  [0xd840, LETTER, 150],
  [0xdc00, LETTER, 90],
  [0xe000, SIGN, 250],
  [0xf900, LETTER, 100],
  [0xfe00, LETTER, 50],
  [0xfe70, LETTER, 100],
  [0xff00, SIGN, 90],
]

const KINDS = new Uint8Array(0x10000)
const WEIGHTS = new Uint8Array(0x10000)
for (const [index, [first, kind, weight]] of SCRIPTS.entries()) {
  const next = SCRIPTS[index + 1]?.[0] ?? KINDS.length
  KINDS.fill(kind, first, next)
  WEIGHTS.fill(weight, first, next)
}

/**
 * Pairs of letters that English is full of, a row of 26 bits for each first letter. Vocabularies are made of such
 * text: a word of other pairs is a foreign word or an id, and comes in pieces.
 */
const COMMON_PAIRS = Int32Array.from(
  (
    'exmcu auwb5 16kd1 v9cp jcoe7 10x81 v9g1 10vm9 lt6rj cnk 5ssw b4115 asvmb cch31 4ydm7 b6u8h mh34 cfdct b40b9 ' +
    'dotqt kokf cup 2o1w1 bxts i32o 0'
  ).split(' '),
  (row) => Number.parseInt(row, 36),
)
const RARE_PAIR = 80
const SPACE = 0x20
const TOKEN = 100
const DIGITS_PER_TOKEN = 3
/** A longer run of blanks costs by its length. */
const BLANKS_PER_TOKEN = 64

/** One pass over words, numbers, runs of signs and runs of blanks. Whole tokens each, so that parts of a text add up. */
function estimate(text: string): number {
  const end = text.length
  let tokens = 0
  let before = 0
  for (let at = 0; at < end; ) {
    const from = at
    const code = text.charCodeAt(at)
    const kind = KINDS[code] ?? 0
    let weight = WEIGHTS[code] ?? 0
    at += 1
    if (kind & WORD) {
      let last = code
      let lastKind = kind
      for (; at < end; at += 1) {
        const next = text.charCodeAt(at)
        const nextKind = KINDS[next] ?? 0
        if ((nextKind & WORD) === 0 || (nextKind === UPPER && lastKind === LOWER)) break
        weight += (WEIGHTS[next] ?? 0) + (isRarePair(last, next) ? RARE_PAIR : 0)
        last = next
        lastKind = nextKind
      }
      tokens += Math.max(1, Math.round(weight / TOKEN))
    } else if (kind === DIGIT) {
      while (at < end && KINDS[text.charCodeAt(at)] === DIGIT) at += 1
      // A blank joins a word or a sign behind it, but no number.
      tokens += Math.ceil((at - from) / DIGITS_PER_TOKEN)
      if (from > 0 && text.charCodeAt(from - 1) === SPACE) tokens += 1
    } else if (kind === SIGN) {
      for (; at < end && KINDS[text.charCodeAt(at)] === SIGN; at += 1)
        weight += WEIGHTS[text.charCodeAt(at)] ?? 0
      tokens += Math.max(1, Math.round(weight / TOKEN))
    } else {
      let feeds = kind === LINE_END ? 1 : 0
      let lastFeed = feeds ? from : from - 1
      for (; at < end && (KINDS[text.charCodeAt(at)] ?? 0) & (BLANK | LINE_END); at += 1) {
        if (KINDS[text.charCodeAt(at)] === LINE_END) {
          feeds += 1
          lastFeed = at
        }
        weight += WEIGHTS[text.charCodeAt(at)] ?? 0
      }
      // Signs take one line end along. A blank line counts: parts of a request begin with one, whatever is before them.
      if (feeds > 1 || (feeds === 1 && before !== SIGN)) tokens += 1
      if (at - 1 - lastFeed > 1) tokens += 1
      tokens += Math.round(weight / TOKEN) + Math.floor((at - from) / BLANKS_PER_TOKEN)
    }
    before = kind
  }
  return end === 0 ? 0 : Math.max(1, tokens)
}

/** Of two plain letters, in any case. */
function isRarePair(first: number, second: number): boolean {
  const row = (first | 32) - 97
  const column = (second | 32) - 97
  if (row < 0 || row > 25 || column < 0 || column > 25) return false
  return (((COMMON_PAIRS[row] ?? 0) >>> column) & 1) === 0
}
