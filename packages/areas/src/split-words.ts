/** The words of a text, folded, with their places in UTF-16 code units; one entry per word in each list. */
export interface Words {
  readonly folded: readonly string[]
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** Letters and digits; `M&A` and `R&D` are one word. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:&[\p{L}\p{N}\p{M}]+)*/gu
const NOT_ASCII = /[^\0-\x7f]/
/** No word of a language is longer, and folding a long run of combining marks is slow. */
const LONGEST_WORD = 48
const APOSTROPHES = new Set(["'", '’', 'ʼ', '`'])
/** What English leaves behind an apostrophe and a word can do without. */
const TAILS = new Set(['s', 'm', 're', 've', 'll', 'd'])
const LIGATURES: readonly (readonly [RegExp, string])[] = [
  [/œ/g, 'oe'],
  [/æ/g, 'ae'],
  [/ß/g, 'ss'],
  [/ø/g, 'o'],
  [/ł/g, 'l'],
]

/** Splits a text at everything that is no letter or digit, in one pass. */
export function splitWords(text: string): Words {
  const folded: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const match of text.matchAll(WORD)) {
    const start = match.index
    const word = foldWord(match[0])
    const end = start + match[0].length
    if (start > 0 && ends.at(-1) === start - 1 && APOSTROPHES.has(text[start - 1] ?? '')) {
      if (TAILS.has(word)) continue
      // "don't" is written "dont" as often as not.
      if (word === 't' && folded.length > 0) {
        folded[folded.length - 1] += word
        ends[ends.length - 1] = end
        continue
      }
    }
    folded.push(word)
    starts.push(start)
    ends.push(end)
  }
  return { folded, starts, ends }
}

/** Small letters without accents. What is too long to be a word becomes one that matches nothing. */
export function foldWord(word: string): string {
  if (word.length > LONGEST_WORD) return ''
  const small = word.toLowerCase()
  if (!NOT_ASCII.test(small)) return small
  const bare = small.normalize('NFKD').replace(/\p{M}+/gu, '')
  return NOT_ASCII.test(bare) ? LIGATURES.reduce((text, [from, to]) => text.replace(from, to), bare) : bare
}
