import type { Memo } from '../../memo.ts'
import type { State, TurnRecord } from '../../state/state.ts'
import type { DivergenceReason, Epoch, Layout, RebaseNumbers } from './epoch.ts'
import type { ModelSpec } from '../model-spec.ts'

/** What a new epoch is made of. */
export interface OpenOptions {
  readonly state: State
  readonly record: TurnRecord
  readonly model: ModelSpec
  readonly memo: Memo
  readonly layout: Layout
  readonly reason: DivergenceReason
  readonly numbers: RebaseNumbers
  readonly previous: Epoch | undefined
  readonly leadTokens: number
  readonly readTool?: string
  readonly allowExtracts: boolean
}
