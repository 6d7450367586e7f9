import { turnRecordHash } from '../state/record-hash.ts'
import type { AnswerRecord, State } from '../state/state.ts'

/** Moves the open turn to the history, with the answer that continues the thread. */
export function closeTurn(state: State, answer: AnswerRecord | undefined): State {
  const { open, ...rest } = state
  if (!open) return state
  const { answer: _none, hash: _hash, ...record } = open
  const closed = answer ? { ...record, answer } : record
  return { ...rest, history: state.history.append({ ...closed, hash: turnRecordHash(closed) }) }
}
