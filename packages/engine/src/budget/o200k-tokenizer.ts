import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { GptEncoding } from 'gpt-tokenizer/GptEncoding'
import {
  BEYOND_ASCII,
  BLANK,
  CHARACTER_CLASSES,
  findWordEnd,
  RecentCounts,
  WordCounts,
} from './word-counts.ts'
import type { Tokenizer } from './tokenizer.ts'

const SLASH = 0x2f

const encoder = new TextEncoder()

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

/** The bytes of a text, where each character is one: scanning them is faster than asking for characters. */
function encodeAscii(text: string): Uint8Array | undefined {
  const bytes = encoder.encode(text)
  return bytes.length === text.length ? bytes : undefined
}

/**
 * Where the line at `start` ends, with the blank lines after it: after a line feed that something visible
 * follows. No rule for words reaches over such a place, so that counts of lines add up. A slash may belong
 * to the signs before the line feed, and so begins no line.
 */
function findLineEnd(text: string, start: number): number {
  for (let feed = text.indexOf('\n', start); feed >= 0; feed = text.indexOf('\n', feed + 1)) {
    const end = feed + 1
    if (end === text.length || beginsLine(text, end)) return end
  }
  return text.length
}

function beginsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code >= BEYOND_ASCII) return !/\s/.test(text.charAt(at))
  return code !== SLASH && ((CHARACTER_CLASSES[code] ?? 0) & BLANK) === 0
}

/**
 * Cuts a text into slices of at most `maximum` characters, for counters that slow down on long runs.
 * A cut falls where tokenizers split anyway, so that counts of slices add up; only a run that has
 * no such place is cut inside, and never between the halves of a surrogate pair.
 */
export function* sliceText(text: string, maximum: number): Generator<string, void, undefined> {
  let start = 0
  while (text.length - start > maximum) {
    const end = findCut(text, start, start + maximum)
    yield text.slice(start, end)
    start = end
  }
  if (start < text.length) yield text.slice(start)
}

function findCut(text: string, start: number, limit: number): number {
  for (let cut = limit; cut > start; cut -= 1) if (isCut(text, cut)) return cut
  return isLowSurrogate(text.charCodeAt(limit)) && limit - start > 1 ? limit - 1 : limit
}

/** Whether tokenizers split before the character at `at` anyway. */
function isCut(text: string, at: number): boolean {
  return isTokenBoundary(text.charAt(at - 1), text.charAt(at))
}

/**
 * Whether every tokenizer of the byte-pair family begins a new word between these two characters:
 * before a blank that follows a visible character, between letters and digits, and after either
 * of them. Marks, apostrophes and halves of pairs may belong to the word before them.
 */
function isTokenBoundary(before: string, after: string): boolean {
  if (after === ' ' || after === '\t') return !/\s/.test(before)
  if (/[\p{M}\p{Cs}'’]/u.test(after)) return false
  if (/\p{L}/u.test(before)) return !/\p{L}/u.test(after)
  return /\p{N}/u.test(before) && !/\p{N}/u.test(after)
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
