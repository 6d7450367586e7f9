import type { State } from '@varve/engine'

/** The state of a turn whose question was asked. */
export interface AskedState {
  readonly state: State
  /** As it was stored, where that was after an answer. */
  readonly closed?: State
  readonly rebuilt: boolean
}
