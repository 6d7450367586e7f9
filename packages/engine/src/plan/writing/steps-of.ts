import { ownValue } from '../../collection/own-value.ts'
import type { ModelStep, State, TurnRecord } from '../../state/state.ts'

/** The model whose tool steps represent a turn: the one that answered; for an unanswered turn, `model` or the first. */
export function steppingModel(record: TurnRecord, model: string): string {
  if (record.answer) return record.answer.model
  return Object.hasOwn(record.steps, model) ? model : (Object.keys(record.steps)[0] ?? model)
}

/** Whether a model can read the result of an old call again by its key. */
export function readsResults({ tools }: Pick<State, 'tools'>): boolean {
  return tools.some(({ name }) => name === 'readArtifact')
}

/** The tool steps that represent a turn in a request to `model`. */
export function stepsOf(record: TurnRecord, model: string): readonly ModelStep[] {
  return ownValue(record.steps, steppingModel(record, model)) ?? []
}
