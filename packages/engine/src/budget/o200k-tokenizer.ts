import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { GptEncoding } from 'gpt-tokenizer/GptEncoding'
import { BEYOND_ASCII } from './character-class.ts'
import { findLineEnd } from './find-line-end.ts'
import { findWordEnd } from './find-word-end.ts'
import { RecentCounts } from './recent-counts.ts'
import { sliceText } from './slice-text.ts'
import type { Tokenizer } from './tokenizer.ts'

/** Merging is quadratic in the length of a word; this bounds it. */
const SLICE_CHARACTERS = 512

/** A line that is longer will hardly come again as it was. */
const LONGEST_LINE = 2048

/** What is remembered for speed: the lines of a few hundred notes, and most words of a language. */
const LINE_CHARACTERS = 4_000_000
const WORD_CHARACTERS = 500_000

/** Merged words that the library keeps; each may hold on to the text that it was cut from, so they are few. */
const MERGED_WORDS = 4096

/** Text such as `<|endoftext|>` is text: it is counted letter by letter, never refused. */
const SPECIAL = { disallowedSpecial: new Set<string>() }

const encoding = createEncoding()
const lines = new RecentCounts(LINE_CHARACTERS)
const words = new RecentCounts(WORD_CHARACTERS)

/** Counts with the o200k vocabulary: exact for the models that use it. */
export const o200kTokenizer: Tokenizer = { id: 'o200k-2', count }

/** By lines: a text that was edited is mostly lines that were counted before. */
function count(text: string): number {
  let tokens = 0
  for (let start = 0; start < text.length; ) {
    const end = findLineEnd(text, start)
    const line = text.slice(start, end)
    tokens += line.length > LONGEST_LINE ? countLine(line) : lines.get(line, countLine)
    start = end
  }
  return tokens
}

function countLine(line: string): number {
  if (!isAscii(line)) return countSlices(line)
  let tokens = 0
  for (let start = 0; start < line.length; ) {
    const end = findWordEnd(line, start, line.length)
    const word = line.slice(start, end)
    tokens += word.length > SLICE_CHARACTERS ? countSlices(word) : words.get(word, countSlices)
    start = end
  }
  return tokens
}

function isAscii(line: string): boolean {
  for (let at = 0; at < line.length; at += 1) if (line.charCodeAt(at) >= BEYOND_ASCII) return false
  return true
}

function countSlices(text: string): number {
  let tokens = 0
  for (const slice of sliceText(text, SLICE_CHARACTERS)) tokens += encoding.countTokens(slice, SPECIAL)
  return tokens
}

function createEncoding(): GptEncoding {
  const created = GptEncoding.getEncodingApi('o200k_base', () => ranks)
  created.setMergeCacheSize(MERGED_WORDS)
  return created
}
