import { ownValue } from '../collection/own-value.ts'
import { EngineError } from '../engine-error.ts'
import { type Memo, NO_MEMO } from '../memo.ts'
import { planContinuation } from '../plan/plan-turn.ts'
import type { State, TurnRecord } from '../state/state.ts'
import { checkTime } from './check-turn-input.ts'
import { closeTurn } from './close-turn.ts'
import type { AnswerInput, ContinueInput, StepInput, TurnInput } from './step-input.ts'
import { takeTurn } from './take-turn.ts'
import type { StepContext, StepResult, TurnResult } from './step-result.ts'

/**
 * The fold. The same state and input give the same bytes, always: reload, branches, several models
 * and replay all follow from folding the same steps.
 */
export function step(state: State, input: TurnInput, context?: StepContext): TurnResult
export function step(state: State, input: StepInput, context?: StepContext): StepResult
export function step(state: State, input: StepInput, context: StepContext = {}): StepResult {
  const memo = context.memo ?? NO_MEMO
  checkTime(input)
  switch (input.kind) {
    case 'turn':
      return takeTurn(state, input, memo)
    case 'continue':
      return takeToolResults(state, input, memo)
    case 'answer':
      return takeAnswer(state, input)
    default:
      input satisfies never
      throw new EngineError(
        'malformed',
        `A step is a turn, goes on with one or answers it; this one is none.`,
      )
  }
}

function takeToolResults(state: State, input: ContinueInput, memo: Memo): StepResult {
  const open = openTurn(state, input.turnId)
  const steps = {
    ...open.steps,
    [input.model.id]: [...(ownValue(open.steps, input.model.id) ?? []), input.step],
  }
  const record: TurnRecord = { ...open, steps }
  const next: State = { ...state, open: record }
  const planned = planContinuation({
    state: next,
    record,
    model: input.model,
    memo,
    at: input.at,
    branched: false,
    allowExtracts: record.allowExtracts ?? false,
  })
  if (planned.kind === 'over-budget')
    return { state: next, envelope: undefined, plans: [], failures: [planned.error], needs: [] }
  const epochs = { ...next.epochs, [input.model.id]: planned.epoch }
  const caches = { ...next.caches, [input.model.id]: planned.cache }
  const planState = { ...next, epochs, caches }
  return { state: planState, envelope: undefined, plans: [planned.plan], failures: [], needs: planned.needs }
}

function takeAnswer(state: State, input: AnswerInput): StepResult {
  openTurn(state, input.turnId)
  const answer = input.answers.find(({ model }) => model === input.chosen)
  if (!answer && input.answers.length > 0)
    throw new EngineError('malformed', `${input.chosen} was chosen, and gave no answer.`)
  return { state: closeTurn(state, answer), envelope: undefined, plans: [], failures: [], needs: [] }
}

function openTurn(state: State, turnId: string): TurnRecord {
  if (state.open?.turnId === turnId) return state.open
  const open = state.open ? `${state.open.turnId} is open` : 'no turn is open'
  throw new EngineError('out-of-order', `Turn ${turnId} cannot go on: ${open}.`)
}
