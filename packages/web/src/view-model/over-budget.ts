import type { ForecastView, ModelView } from '@varve/server/types'

export interface LargePiece {
  readonly key: string
  readonly tokens: number
  /** `remove` takes the chip out of the draft, `forget` a note out of the chat; a past turn can be neither. */
  readonly fix: 'remove' | 'forget' | 'none'
}

interface WithinReach {
  readonly attached: readonly string[]
  readonly kept: readonly string[]
}

/** Of the largest piece: taking out what is smaller would not help. */
const NEGLIGIBLE = 0.01

/** The largest pieces of a message that does not fit, each with what can be done about it here. */
export function largePieces(
  largest: NonNullable<ForecastView['largest']>,
  { attached, kept }: WithinReach,
): readonly LargePiece[] {
  const worthNaming = (largest[0]?.tokens ?? 0) * NEGLIGIBLE
  return largest
    .filter(({ tokens }) => tokens >= worthNaming)
    .map(({ key, tokens }) => ({
      key,
      tokens,
      fix: attached.includes(key) ? 'remove' : kept.includes(key) ? 'forget' : 'none',
    }))
}

/** Whether a model that can be asked now has a larger window than the one chosen. */
export function hasLargerWindow(models: readonly ModelView[], chosen: ModelView | undefined): boolean {
  return models.some(({ ready, window }) => ready && window > (chosen?.window ?? Number.POSITIVE_INFINITY))
}
