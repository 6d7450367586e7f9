import { omitKey } from '../collection/own-value.ts'
import { sectionInputs } from '../layer/section.ts'
import { NO_MEMO } from '../memo.ts'
import { type State, turnHash } from '../state/state.ts'
import type { TurnInput } from './step-input.ts'
import type { StepContext, TurnResult } from './step-result.ts'
import { takeTurn } from './take-turn.ts'
import { HashedList } from '../collection/hashed-list.ts'

export interface RetakeInput {
  readonly at: number
  readonly models: TurnInput['models']
  /** What the providers have stored, when other branches called them since. */
  readonly caches?: TurnInput['caches']
  /** Texts that answer needs of these models, by id. */
  readonly provided?: TurnInput['provided']
}

/**
 * Plans an open turn again, in the versions that it recorded, for models that are to answer it once more or for
 * the first time. `before` is the state that the turn was taken from. What other models were sent stays as it is.
 */
export function retakeTurn(
  before: State,
  asked: State,
  input: RetakeInput,
  context: StepContext = {},
): TurnResult {
  const { attached = [], observed = [] } = asked.open ?? {}
  const taken = { attached, observed, pins: asked.pins }
  // What a model summed up for this turn is not asked for twice.
  const from = { ...before, provided: asked.provided }
  const result = takeTurn(from, turnInputOf(before, asked, input), context.memo ?? NO_MEMO, taken)
  const retaken = new Set(input.models.map(({ id }) => id))
  const { open } = asked
  let { epochs, caches } = asked
  let steps = open?.steps ?? {}
  for (const id of retaken) {
    epochs = replace(epochs, id, result.state.epochs[id])
    caches = replace(caches, id, result.state.caches[id])
    steps = omitKey(steps, id)
  }
  const { provided, tools, toolsHash } = result.state
  const state = {
    ...asked,
    epochs,
    caches,
    provided,
    tools,
    toolsHash,
    ...(open ? { open: { ...open, steps } } : {}),
  }
  return { ...result, state }
}

/** The input that gave this turn, without what it attached. */
function turnInputOf(before: State, asked: State, input: RetakeInput): TurnInput {
  const { at, models, caches, provided } = input
  const { open } = asked
  return {
    kind: 'turn',
    turnId: open?.turnId ?? '',
    at,
    text: open?.text ?? '',
    sections: sectionInputs(asked.sections),
    models,
    tools: asked.tools,
    images: open?.images ?? [],
    gathered: open?.gathered ?? [],
    keepUsed: open?.used !== undefined,
    guidance: open?.guidance ?? '',
    forget: asked.forgotten.slice(before.forgotten.length),
    branch: asked.branch,
    guard: asked.guard,
    ...(open?.allowExtracts ? { allowExtracts: true } : {}),
    ...(open?.compact ? { compact: true } : {}),
    priorities: [...asked.library].map(({ artifact: { key, priority } }) => ({ key, priority })),
    ...(provided ? { provided } : {}),
    ...(caches ? { caches } : {}),
  }
}

function replace<Value>(
  values: { readonly [model: string]: Value },
  model: string,
  value: Value | undefined,
): { readonly [model: string]: Value } {
  return value === undefined ? omitKey(values, model) : { ...values, [model]: value }
}

/** The state before its latest turn was closed, so that it can be answered again. An open one is as it was. */
export function reopenTurn(state: State): State {
  const last = state.history.get(state.history.length - 1)
  if (state.open || !last) return state
  const { answer: _answer, ...record } = last
  const earlier = [...state.history].slice(0, -1)
  return { ...state, history: HashedList.from(earlier, turnHash), open: { ...record, hash: '' } }
}
