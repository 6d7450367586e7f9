import { LIMITS } from './limits.ts'
import type { Tokenizer } from './tokenizer.ts'

/** A tokenizer whose counts are those of another one, times a factor. */
export interface CalibratedTokenizer extends Tokenizer {
  readonly base: Tokenizer
  readonly calibration: number
}

/** What was expected of a request, and what the provider then reported for it. */
export interface UsageSample {
  readonly estimated: number
  readonly reported: number
}

/**
 * A tokenizer corrected by the last reported usage. Corrections do not pile up as wrappers, and
 * their product stays between 0.5 and 2, so that one odd report cannot spoil a conversation. [B-1]
 */
export function calibrateTokenizer(tokenizer: Tokenizer, sample: UsageSample): Tokenizer {
  const { estimated, reported } = sample
  const ratio = reported / estimated
  if (!(estimated >= LIMITS.calibration.sampleTokens) || !Number.isFinite(ratio) || ratio <= 0)
    return tokenizer
  const { base, calibration } = isCalibrated(tokenizer) ? tokenizer : { base: tokenizer, calibration: 1 }
  const corrected = scaleTokenizer(base, calibration * ratio)
  return corrected.calibration === calibration ? tokenizer : corrected
}

/** A tokenizer times a factor, which is bounded and rounded; its id names the factor. */
export function scaleTokenizer(base: Tokenizer, factor: number): CalibratedTokenizer {
  const calibration = boundCalibration(factor)
  return {
    id: `${base.id}@${calibration.toFixed(2)}`,
    base,
    calibration,
    count: (text) => Math.ceil(base.count(text) * calibration),
  }
}

function boundCalibration(factor: number): number {
  const { minimum, maximum, step } = LIMITS.calibration
  if (Number.isNaN(factor)) return 1
  // Whole steps divided by their number: a product with 0.05 would show in the last digits.
  const rounded = Math.round(factor / step) / Math.round(1 / step)
  return Math.min(maximum, Math.max(minimum, rounded))
}

function isCalibrated(tokenizer: Tokenizer): tokenizer is CalibratedTokenizer {
  return 'calibration' in tokenizer && 'base' in tokenizer
}
