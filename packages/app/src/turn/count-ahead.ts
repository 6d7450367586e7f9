import { type Artifact, artifactText, type State } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { countApart, LARGE } from '../large-texts/large-texts.ts'
import type { RememberingTokenizer } from '../models/remember-counts.ts'
import type { TunedModel } from './tune-model.ts'

export interface TurnToCount {
  readonly state: State
  readonly attached: readonly Artifact[]
  /** The turn that attaches them. */
  readonly turn: number
}

/** Counts the large attachments of a turn in a thread, before the engine plans with them: it only looks them up. */
export async function countAhead(
  { memo, closing }: AppContext,
  { state, attached, turn }: TurnToCount,
  models: readonly TunedModel[],
): Promise<void> {
  const given = [
    ...attached.map((artifact) => ({ artifact, turn })),
    ...[...state.library].map(({ artifact, versionTurn }) => ({ artifact, turn: versionTurn })),
  ].filter(({ artifact }) => artifact.content.length > LARGE)
  if (given.length === 0) return
  const texts = given.flatMap(({ artifact, turn: at }) =>
    [true, false].map((joined) => artifactText(memo, artifact, at, joined)),
  )
  for (const { model, tuning } of models) {
    const { baseTokenizer } = tuning
    if (!isRemembering(baseTokenizer)) continue
    const missing = texts.filter((text) => !baseTokenizer.knows(text))
    if (missing.length === 0) continue
    const counts = await countApart(missing, model.catalogue?.tokenizer ?? 'estimate', closing)
    for (const [at, text] of missing.entries())
      baseTokenizer.remember(text, counts[at] ?? baseTokenizer.count(text))
  }
}

function isRemembering(tokenizer: object): tokenizer is RememberingTokenizer {
  return 'remember' in tokenizer && 'knows' in tokenizer
}
