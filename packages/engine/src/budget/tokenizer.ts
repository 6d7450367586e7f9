import type { ImageReference } from '../artifact/artifact.ts'
import { LIMITS } from './limits.ts'

/** Counts tokens of one part. Pure: the same text always has the same count. */
export interface Tokenizer {
  /** Part of every memo key, so that two tokenizers never share a count. */
  readonly id: string
  readonly count: (text: string) => number
}

/** What a picture costs as input: by its area after the provider has scaled it down, bounded. [B-1] */
export function imageTokens(image: ImageReference): number {
  const { longerSide, pixelsPerToken, minimumTokens, maximumTokens, unknownTokens } = LIMITS.images
  const { width, height } = image
  if (!isLength(width) || !isLength(height)) return unknownTokens
  const scale = Math.min(1, longerSide / Math.max(width, height))
  const tokens = Math.ceil((width * scale * height * scale) / pixelsPerToken)
  return Math.min(maximumTokens, Math.max(minimumTokens, tokens))
}

function isLength(pixels: number | undefined): pixels is number {
  return pixels !== undefined && Number.isFinite(pixels) && pixels > 0
}
