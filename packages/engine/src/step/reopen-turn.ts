import { HashedList } from '../collection/hashed-list.ts'
import { type State, turnHash } from '../state/state.ts'

/** The state before its latest turn was closed, so that it can be answered again. An open one is as it was. */
export function reopenTurn(state: State): State {
  const last = state.history.get(state.history.length - 1)
  if (state.open || !last) return state
  const { answer: _answer, ...record } = last
  const earlier = [...state.history].slice(0, -1)
  return { ...state, history: HashedList.from(earlier, turnHash), open: { ...record, hash: '' } }
}
