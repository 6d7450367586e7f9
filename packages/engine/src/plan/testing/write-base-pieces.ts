import { AppendLog } from '../../collection/append-log.ts'
import { NO_MEMO } from '../../memo.ts'
import type { State } from '../../state/state.ts'
import { newConversation, sendMessage, testModel } from '../../testing/walkthroughs/send-message.ts'
import { FULL_FORMS } from '../epoch/base-forms.ts'
import { EpochWriter } from '../writing/epoch-writer.ts'
import type { Epoch, Omission } from '../epoch/epoch.ts'
import { type BaseOptions, writeBase } from '../writing/write-base.ts'

/** Writes the base of a conversation and names its pieces in order: role, piece, and section or key. */
export function writeBasePieces(
  from: State,
  changes: Partial<BaseOptions>,
): { readonly writer: EpochWriter; readonly pieces: readonly string[] } {
  const writer = new EpochWriter(blankEpoch(), testModel(), NO_MEMO)
  writeBase(writer, {
    state: from,
    layout: 'auto',
    forms: FULL_FORMS,
    summary: '',
    newKeys: new Set(),
    turn: from.turn + 1,
    carried: new Set(),
    wholeFrom: 0,
    aged: new Map(),
    ...changes,
  })
  const pieces = writer.added.map(({ role, origin }) =>
    [role, origin.piece, origin.section ?? (origin.piece === 'tool-call' ? '' : origin.key) ?? '']
      .join(' ')
      .trim(),
  )
  return { writer, pieces }
}

/** What a writer listed as omitted, by key. */
export function listOmissions(writer: EpochWriter): readonly Omission[] {
  return [...writer.omissions].map(([, omission]) => omission).toSorted((x, y) => (x.key < y.key ? -1 : 1))
}

/** An empty epoch. */
function blankEpoch(): Epoch {
  const model = testModel()
  const { state } = sendMessage(newConversation(), { text: 'x', answer: null, model })
  const epoch = state.epochs[model.id]
  if (!epoch) throw new Error('The model has no epoch.')
  return { ...epoch, blocks: AppendLog.empty() }
}
