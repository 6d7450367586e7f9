import { type State, step } from '@varve/engine'
import type { AnswerRecord } from '@varve/store'

type Reasoning = { readonly text: string; readonly opaque?: string }

/** A state with its open turn closed by an answer; without one, or without a word, the turn stays open. */
export function closeWith(state: State, answer: AnswerRecord | undefined): State {
  const text = answer?.received ?? answer?.text ?? ''
  if (!state.open || !answer || text === '') return state
  const reasoning = answer.reasoning as Reasoning | undefined
  const { modelId: model, endedAt, startedAt } = answer
  const answers = [{ model, text, ...(reasoning ? { reasoning } : {}) }]
  const { turnId } = state.open
  return step(state, { kind: 'answer', turnId, at: endedAt ?? startedAt, answers, chosen: model }).state
}
