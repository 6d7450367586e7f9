import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { GptEncoding } from 'gpt-tokenizer/GptEncoding'
import { sliceText } from './slice-text.ts'
import type { Tokenizer } from './tokenizer.ts'

/** Merging is quadratic in the length of a word; this bounds it. */
const SLICE_CHARACTERS = 512

/** Merged words are kept for speed; each may hold on to the text that it was cut from, so they are few. */
const MERGED_WORDS = 4096

/** Text such as `<|endoftext|>` is text: it is counted letter by letter, never refused. */
const SPECIAL = { disallowedSpecial: new Set<string>() }

const encoding = createEncoding()

/** Counts with the o200k vocabulary: exact for the models that use it. */
export const o200kTokenizer: Tokenizer = { id: 'o200k-1', count }

function count(text: string): number {
  let tokens = 0
  for (const slice of sliceText(text, SLICE_CHARACTERS)) tokens += encoding.countTokens(slice, SPECIAL)
  return tokens
}

function createEncoding(): GptEncoding {
  const created = GptEncoding.getEncodingApi('o200k_base', () => ranks)
  created.setMergeCacheSize(MERGED_WORDS)
  return created
}
