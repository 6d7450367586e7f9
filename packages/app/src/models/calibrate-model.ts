import { calibrateTokenizer, type Tokenizer } from '@varve/engine'

/** Large enough that a factor is not rounded on the way in. */
const SCALE = 1_000_000

/** A tokenizer that counts by a factor which earlier reports have shown. [B-1] */
export function withFactor(tokenizer: Tokenizer, factor: number): Tokenizer {
  return factor === 1
    ? tokenizer
    : calibrateTokenizer(tokenizer, { estimated: SCALE, reported: SCALE * factor })
}

/** The factor that fits what a provider counted where `tokenizer` had expected so many. */
export function nextFactor(
  tokenizer: Tokenizer,
  sample: { readonly estimated: number; readonly reported: number },
): number {
  const { calibration } = calibrateTokenizer(tokenizer, sample) as { readonly calibration?: number }
  return calibration ?? 1
}

/** A factor read back from storage. */
export function parseFactor(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 1
}

/** The name under which the factor of a model is kept among the settings of a workspace. */
export function factorName(modelId: string): string {
  return `calibration ${modelId}`
}
