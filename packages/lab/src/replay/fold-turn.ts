import {
  type Artifact,
  type ArtifactKey,
  type BudgetError,
  type Envelope,
  type ModelSpec,
  type Plan,
  type State,
  step,
} from '@varve/engine'
import type { CacheMemory, Memo } from '@varve/engine/internal'
import type { ScriptedTurn } from './conversation-script.ts'

/** A conversation up to some turn. */
export interface Folded {
  readonly state: State
  /** The newest version of everything attached so far; what a plain client would send again and again. */
  readonly kept: ReadonlyMap<ArtifactKey, Artifact>
}

export interface FoldOptions {
  readonly model: ModelSpec
  readonly branch: string
  readonly caches: { readonly [model: string]: CacheMemory }
  readonly memo: Memo
}

export interface FoldResult {
  readonly folded: Folded
  readonly caches: { readonly [model: string]: CacheMemory }
  readonly envelope: Envelope
  /** One plan for each call, in order; empty where the first did not fit. */
  readonly plans: readonly Plan[]
  /** Set where a call did not fit: nothing would have been sent from there on. */
  readonly failure?: BudgetError
}

/** A way to lay out the requests of a conversation. */
export type FoldTurn = (before: Folded, turn: ScriptedTurn, options: FoldOptions) => FoldResult

/** As Varve does it, in whatever layout the model has. */
export const foldTurn: FoldTurn = (before, turn, { model, branch, caches, memo }) => {
  const { turnId, at } = turn.input
  const asked = step(before.state, { ...turn.input, models: [model], branch, caches }, { memo })
  const plans = [...asked.plans]
  let [failure] = asked.failures
  let { state } = asked
  for (const made of turn.steps) {
    const next = step(state, { kind: 'continue', turnId, at: made.at, model, step: made.step }, { memo })
    plans.push(...next.plans)
    failure ??= next.failures[0]
    state = next.state
  }
  const answered = answerTurn(state, turn, model, turn.steps.at(-1)?.at ?? at)
  return {
    folded: { state: answered, kept: before.kept },
    caches: answered.caches,
    envelope: asked.envelope,
    plans,
    ...(failure ? { failure } : {}),
  }
}

/** Closes a turn with its answer; one that was never answered stays open, and the next turn closes it. */
function answerTurn(state: State, turn: ScriptedTurn, model: ModelSpec, at: number): State {
  if (turn.answer === undefined) return state
  const answers = [
    {
      model: model.id,
      text: turn.answer,
      ...(turn.reasoning ? { reasoning: turn.reasoning } : {}),
      ...(turn.cited ? { cited: turn.cited } : {}),
    },
  ]
  const { turnId } = turn.input
  return step(state, { kind: 'answer', turnId, at, answers, chosen: model.id }).state
}
