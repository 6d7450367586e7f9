import type { Hash } from '@varve/engine/internal'

/** The states of the engine that are beside a chat file. */
export interface KeptStates {
  /** Of the branch on show. */
  readonly state?: Hash | undefined
  /** At the ends of other branches, by their turns. */
  readonly ends: ReadonlyMap<string, Hash>
}
