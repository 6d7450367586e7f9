import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { GptEncoding } from 'gpt-tokenizer/GptEncoding'
import { encodeAscii } from './encode-ascii.ts'
import { findLineEnd } from './find-line-end.ts'
import { findWordEnd } from './find-word-end.ts'
import { RecentCounts } from './recent-counts.ts'
import { sliceText } from './slice-text.ts'
import type { Tokenizer } from './tokenizer.ts'
import { WordCounts } from './word-counts.ts'

/** Merging is quadratic in the length of a word; this bounds it. */
const SLICE_CHARACTERS = 512

/** Lines with more than ASCII that are remembered, as characters. */
const LINE_CHARACTERS = 1_000_000

/** Merged words that the library keeps; each may hold on to the text that it was cut from, so they are few. */
const MERGED_WORDS = 4096

/** Text such as `<|endoftext|>` is text: it is counted letter by letter, never refused. */
const SPECIAL = { disallowedSpecial: new Set<string>() }

const decoder = new TextDecoder()
const encoding = createEncoding()
const lines = new RecentCounts(LINE_CHARACTERS)
const words = new WordCounts(countSlices)

/** Counts with the o200k vocabulary: exact for the models that use it. */
export const o200kTokenizer: Tokenizer = { id: 'o200k-2', count }

/** Plain text word by word; other text line by line, for most lines of a text that was edited are known. */
function count(text: string): number {
  const plain = encodeAscii(text)
  if (plain) return countWords(plain)
  let tokens = 0
  for (let start = 0; start < text.length; ) {
    const end = findLineEnd(text, start)
    const line = text.slice(start, end)
    const bytes = encodeAscii(line)
    if (bytes) tokens += countWords(bytes)
    else tokens += line.length > SLICE_CHARACTERS ? countSlices(line) : lines.get(line, countSlices)
    start = end
  }
  return tokens
}

function countWords(bytes: Uint8Array): number {
  let tokens = 0
  for (let start = 0; start < bytes.length; ) {
    const end = findWordEnd(bytes, start)
    if (end - start <= SLICE_CHARACTERS) tokens += words.count(bytes, start, end)
    else tokens += countSlices(decoder.decode(bytes.subarray(start, end)))
    start = end
  }
  return tokens
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
