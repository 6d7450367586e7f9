import { ownValue } from '../../collection/own-value.ts'
import type { TurnRecord } from '../../state/state.ts'
import type { EpochWriter } from './epoch-writer.ts'
import { writeStep } from './write-answer.ts'

/** Tool steps of the turn that is being answered, as messages. */
export function writeOpenSteps(writer: EpochWriter, record: TurnRecord): void {
  for (const step of ownValue(record.steps, writer.model.id) ?? []) writeStep(writer, step, record.number)
}
