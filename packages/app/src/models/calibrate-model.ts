import type { Tokenizer } from '@varve/engine'
import { calibrateTokenizer } from '@varve/engine/internal'
import { factorOf, type LearnedUsage } from '@varve/providers'

/** Large enough that a factor is not rounded on the way in. */
const SCALE = 1_000_000

/** A tokenizer that counts by a factor which earlier reports have shown. [B-1] */
export function withFactor(tokenizer: Tokenizer, factor: number): Tokenizer {
  return factor === 1
    ? tokenizer
    : calibrateTokenizer(tokenizer, { estimated: SCALE, reported: SCALE * factor })
}

/** The factor that planning counts by: in coarse steps, so that it changes rarely. Exact tokenizers have none. */
export function planningFactor(tokenizer: Tokenizer, learned: LearnedUsage): number {
  const factor = factorOf(learned)
  const sample = { estimated: SCALE, reported: SCALE * factor }
  const { calibration } = calibrateTokenizer(tokenizer, sample) as { readonly calibration?: number }
  return calibration ?? 1
}

/** The name under which the reports of a model are kept among the settings of a workspace. */
export function learnedName(modelId: string): string {
  return `calibration ${modelId}`
}
