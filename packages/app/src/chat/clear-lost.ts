import type { State } from '@varve/engine'
import { rewriteState } from '@varve/engine/internal'
import type { AppContext } from '../app-context.ts'
import { cloudModels } from '../models/cloud-models.ts'
import type { LoadedState } from './load-state.ts'
import type { LostSource } from '../files/lost-source.ts'

/**
 * What to do about sources that are no longer recorded: `allow` says that they may leave this machine; `forget` leaves
 * out the answers of models on this machine, which are all that is left of them.
 */
export type UnrecordedChoice = 'allow' | 'forget'

export interface ClearedLost {
  readonly loaded: LoadedState
  readonly lost: readonly LostSource[]
}

/** What a chat holds and has lost, after the user has said what to do about the latter. */
export async function clearLost(
  context: AppContext,
  { loaded, lost }: ClearedLost,
  choice: UnrecordedChoice | undefined,
): Promise<ClearedLost> {
  if (choice === undefined || lost.length === 0) return { loaded, lost }
  if (choice === 'allow') return { loaded, lost: allowed(lost) }
  const isCloud = await cloudModels(context)
  return { loaded: { ...loaded, state: withoutLocalAnswers(loaded.state, isCloud), rebuilt: true }, lost: [] }
}

/** As if a cloud model had read them already. What is marked today stays marked. */
export function allowed(lost: readonly LostSource[]): readonly LostSource[] {
  return lost.flatMap((source) => (source.kind === 'unknown' ? [] : [{ ...source, wasSent: true }]))
}

const LEFT_OUT = '[This answer is left out: it may draw on files that are no longer recorded.]'

function withoutLocalAnswers(state: State, isCloud: (modelId: string) => boolean): State {
  const local = new Set<string>()
  for (const { answer, steps, gathered } of state.history) {
    if (!answer || isCloud(answer.model)) continue
    const said = Object.values(steps).flat()
    for (const text of [
      answer.text,
      ...said.flatMap(({ text: words, exchanges }) => [words, ...exchanges.map(({ result }) => result)]),
      ...gathered.map(({ text: found }) => found),
    ])
      if (text !== '') local.add(text)
  }
  return rewriteState(state, {
    text: (text) => (local.has(text) ? LEFT_OUT : text),
    artifact: (artifact) => artifact,
  })
}
