import type { TurnDetails } from './chat-details.ts'
import type { ChatAnswer } from './chat-document.ts'
import { type ReadMessage, readMessage } from './read-message.ts'
import type { ReadingLog } from './reading-log.ts'
import type { MessagePiece } from './split-chat-pieces.ts'

export interface AnswerPieces {
  readonly pieces: readonly MessagePiece[]
  readonly details: TurnDetails | undefined
  readonly turnId: string
  readonly log: ReadingLog
}

/**
 * The answers of a turn in the order of the file. Usually the comment names them in that order; where answers were
 * deleted, moved or added by hand, those that are unchanged find their own record first.
 */
export function matchAnswers({ pieces, details, turnId, log }: AnswerPieces): readonly ChatAnswer[] {
  const records = details?.answers ?? []
  const recordOf = details ? assignRecords(pieces, details) : new Map<number, number>()
  const used = new Set(recordOf.values())
  for (const [index, { id }] of records.entries())
    if (!used.has(index))
      log.problem('missing-answer', pieces[0]?.start ?? 0, `The text of answer ${id} is gone.`, turnId)
  const ids = new Set(records.map(({ id }) => id))
  return pieces.map((piece, index) => {
    const number = recordOf.get(index)
    const record = number === undefined ? undefined : records[number]
    if (!details || number === undefined || !record) {
      if (details) log.problem('added-answer', piece.start, 'An answer that was written by hand.', turnId)
      return addedAnswer(readMessage(piece, undefined), freshId(turnId, index, ids))
    }
    const { at: _, ...known } = record
    const message = readMessage(piece, { details, number: number + 1, at: record.at })
    if (message.changed)
      log.problem('changed-answer', piece.start, `Answer ${record.id} was changed (turn ${turnId}).`, turnId)
    return { ...known, text: message.text, ...(message.at === undefined ? {} : { at: message.at }) }
  })
}

/** Which record belongs to which piece, by position. */
function assignRecords(pieces: readonly MessagePiece[], details: TurnDetails): ReadonlyMap<number, number> {
  const { answers } = details
  if (pieces.length === answers.length) return new Map(pieces.map((_, index) => [index, index]))
  const assigned = new Map<number, number>()
  let from = 0
  for (const [index, piece] of pieces.entries()) {
    const isSame = (number: number): boolean =>
      !readMessage(piece, { details, number: number + 1, at: answers[number]?.at }).changed
    const left = answers.length - from
    const found = Array.from({ length: Math.min(left, FURTHEST) }, (_, step) => from + step).find(isSame)
    if (found === undefined) continue
    assigned.set(index, found)
    from = found + 1
  }
  return assigned
}

/** How many records are tried for one text: more answers than this to one question come from no person. */
const FURTHEST = 16

function addedAnswer({ text, at }: ReadMessage, id: string): ChatAnswer {
  return { id, text, ...(at === undefined ? {} : { at }), status: 'complete', chosen: false }
}

function freshId(turnId: string, index: number, taken: Set<string>): string {
  let id = `${turnId}-answer-${index + 1}`
  while (taken.has(id)) id = `${id}-again`
  taken.add(id)
  return id
}
