import { estimateTokenCount } from 'tokenx'
import { type CalibratedTokenizer, scaleTokenizer } from './calibrate.ts'
import { encodeAscii } from './encode-ascii.ts'
import { estimateAscii } from './estimate-ascii.ts'
import { findLineEnd } from './find-line-end.ts'
import { SCRIPT_RATES } from './script-rates.ts'
import { sliceText } from './slice-text.ts'
import type { Tokenizer } from './tokenizer.ts'

const SLICE_CHARACTERS = 16_384
const OPTIONS = { languageConfigs: [...SCRIPT_RATES] }

/** Blanks are free up to an indentation; a longer run costs about this. */
const BLANK_RUN = /\s{32,}/g
const BLANKS_PER_TOKEN = 32

/** The number in the id changes with the rules, so that a stored count is never mixed with a new one. */
const BASE: Tokenizer = { id: 'estimate-1', count: estimate }

/** Counts by rules about words and scripts, for models whose vocabulary is not at hand. [B-1] */
export function estimateTokenizer(calibration = 1): CalibratedTokenizer {
  return scaleTokenizer(BASE, calibration)
}

function estimate(text: string): number {
  if (text === '') return 0
  let tokens = 0
  for (const slice of sliceText(text, SLICE_CHARACTERS)) tokens += estimateSlice(slice)
  return Math.max(1, tokens)
}

/** Most texts, and most lines of the others, are plain. */
function estimateSlice(slice: string): number {
  const plain = encodeAscii(slice)
  if (plain) return estimateAscii(plain)
  let tokens = 0
  for (let start = 0; start < slice.length; ) {
    const end = findLineEnd(slice, start)
    const line = slice.slice(start, end)
    const bytes = encodeAscii(line)
    tokens += bytes ? estimateAscii(bytes) : estimateAny(line)
    start = end
  }
  return tokens
}

/** The same by the library, for all scripts. */
export function estimateAny(text: string): number {
  let tokens = estimateTokenCount(text, OPTIONS)
  for (const [run] of text.matchAll(BLANK_RUN)) tokens += Math.floor(run.length / BLANKS_PER_TOKEN)
  return tokens
}
