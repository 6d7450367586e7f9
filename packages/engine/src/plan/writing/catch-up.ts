import { ownValue } from '../../collection/own-value.ts'
import type { Memo } from '../../memo.ts'
import type { State } from '../../state/state.ts'
import { EpochWriter } from './epoch-writer.ts'
import type { Epoch } from '../epoch/epoch.ts'
import type { ModelSpec } from '../model-spec.ts'
import { settleLayers } from './settle-layers.ts'
import { withoutForgotten } from './without-forgotten.ts'
import { writeAnswer } from './write-answer.ts'
import { writeTurn } from './write-turn.ts'

/**
 * Brings an epoch up to the last closed turn: the answer that it waited for, then every turn that
 * other models answered meanwhile, as if this model had been there. [P-3]
 */
export function catchUp(epoch: Epoch, state: State, model: ModelSpec, memo: Memo): Epoch {
  if (epoch.closedTurn === state.history.length) return epoch
  const writer = new EpochWriter(epoch, model, memo)
  const awaited = epoch.openTurn > epoch.closedTurn ? state.history.get(epoch.openTurn - 1) : undefined
  if (awaited) writeAnswer(writer, awaited, (ownValue(awaited.steps, model.id) ?? []).length > 0)
  for (let number = epoch.openTurn + 1; number <= state.history.length; number += 1) {
    const record = state.history.get(number - 1)
    if (!record) continue
    // What was forgotten since this model last looked never reaches it.
    const missed = withoutForgotten(record, state)
    writeTurn(writer, missed, writer.toldMemory)
    writeAnswer(writer, missed, false)
  }
  const closed = state.history.length
  const longer = writer.finish({
    closedTurn: closed,
    openTurn: closed,
    forgottenSeen: state.forgotten.length,
  })
  return { ...longer, ...settleLayers(longer, longer.blocks.length) }
}
