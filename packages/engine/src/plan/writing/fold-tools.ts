import type { Memo } from '../../memo.ts'
import type { State } from '../../state/state.ts'
import type { Epoch } from '../epoch/epoch.ts'
import { type ModelSpec, wholeCalls } from '../model-spec.ts'
import { EpochWriter } from './epoch-writer.ts'
import { readsResults } from './steps-of.ts'
import { settleLayers } from './settle-layers.ts'
import { withoutForgotten } from './without-forgotten.ts'
import { writeFoldedAnswer } from './write-history-turn.ts'

/**
 * The epoch with its latest turn closed and that turn's tool traffic removed: what precedes it is cached and
 * what follows is new anyway, so this is the cheapest moment. Undefined if the turn has no tool traffic, or
 * it is kept. [P-6]
 */
export function foldTools(
  epoch: Epoch,
  options: { readonly state: State; readonly model: ModelSpec; readonly memo: Memo },
): { readonly epoch: Epoch; readonly from: number } | undefined {
  const { state, model, memo } = options
  const record = epoch.openTurn > epoch.closedTurn ? state.history.get(epoch.openTurn - 1) : undefined
  const from = toolsStart(epoch)
  if (!record || from === undefined || wholeCalls(model) > 0) return undefined
  const writer = new EpochWriter({ ...epoch, blocks: epoch.blocks.take(from) }, model, memo)
  const said = epoch.blocks.slice(from)
  // Results gathered before the call precede the rest of the message.
  writer.repeat(said.filter(({ role, origin }) => role === 'user' && origin.piece !== 'tool-result'))
  writeFoldedAnswer(writer, withoutForgotten(record, state), readsResults(state))
  const folded = writer.finish({
    id: epoch.id + 1,
    reason: 'tool-output',
    closedTurn: record.number,
    toolRuns: epoch.toolRuns.filter(({ turn }) => turn !== record.number),
  })
  return { epoch: { ...folded, ...settleLayers(folded, folded.blocks.length) }, from }
}

/** The first block that the newest turn's tools added. */
export function toolsStart(epoch: Pick<Epoch, 'blocks' | 'settledEnd'>): number | undefined {
  const turn = epoch.blocks.slice(epoch.settledEnd)
  const first = turn.findIndex(({ role, origin }) => role !== 'user' || origin.piece === 'tool-result')
  return first < 0 ? undefined : epoch.settledEnd + first
}
