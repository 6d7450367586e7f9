import { hashText } from '@varve/engine/internal'
import { type ChatTurn, NO_CONTEXT, type Remark, type ChatAnswer } from './chat-document.ts'
import { unescapeLines } from './scan-chat-lines.ts'
import { readMessage, type ReadMessage } from './chat-message.ts'
import type { ReadingLog } from './chat-file-reading.ts'
import type { ChatPiece, DetailsPiece, MessagePiece } from './split-chat-pieces.ts'
import { detailsFromJson, type TurnDetails } from './chat-details.ts'
import { parseJsonLine } from './json-line.ts'
import { DETAILS_END, DETAILS_START } from './print-chat-file.ts'

/** `,"hash":"` with 64 digits, the quote and the bracket. */
const HASH_FIELD = /^,"hash":"([0-9a-f]{64})"\}$/

const HASH_LENGTH = 75

export interface TurnPieces {
  readonly documentId: string
  readonly pieces: readonly ChatPiece[]
  readonly log: ReadingLog
}

/** The pieces that make one turn. */
export interface PieceGroup {
  readonly question?: MessagePiece
  readonly answers: readonly MessagePiece[]
  readonly details?: DetailsPiece
}

/** The turns of a file that Varve wrote and people may have changed since. */
export function readTurns({ pieces, documentId, log }: TurnPieces): readonly ChatTurn[] {
  const groups = groupPieces(pieces)
  const ids = new Set<string>()
  return groups.flatMap((group, index) => {
    const turn = readTurn({ group, documentId, index, log, isLast: index === groups.length - 1 })
    if (!turn) return []
    if (!ids.has(turn.id)) {
      ids.add(turn.id)
      return [turn]
    }
    const id = freshId(`${turn.id}-again`, ids)
    log.problem(
      'duplicate-id',
      startOf(group),
      `Turn ${turn.id} is there twice; the second is now ${id}.`,
      id,
    )
    ids.add(id)
    return [{ ...turn, id }]
  })
}

function freshId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`
  return id
}

/** A question begins a turn, its comment ends it; where one of them was lost, the other does both. */
export function groupPieces(pieces: readonly ChatPiece[]): readonly PieceGroup[] {
  const groups: { question?: MessagePiece; answers: MessagePiece[]; details?: DetailsPiece }[] = []
  let isOpen = false
  for (const piece of pieces) {
    if (piece.kind === 'user' || !isOpen) groups.push({ answers: [] })
    const group = groups.at(-1)
    if (!group) continue
    if (piece.kind === 'details') group.details = piece
    else if (piece.kind === 'user') group.question = piece
    else group.answers.push(piece)
    isOpen = piece.kind !== 'details'
  }
  return groups
}

interface TurnSource {
  readonly group: PieceGroup
  readonly documentId: string
  readonly index: number
  readonly isLast: boolean
  readonly log: ReadingLog
}

function readTurn(source: TurnSource): ChatTurn | undefined {
  const { group, log } = source
  const { question, answers, details } = group
  const place = startOf(group)
  const read = details && readDetails(details, log)
  if (!question && answers.length === 0) {
    if (details) log.quarantine(details.start, details.comment, 'The messages of this turn are gone.')
    return undefined
  }
  const id = read?.turn.id ?? madeUpId(source)
  if (!details) log.problem('added-turn', place, 'A turn without its comment: it was written by hand.', id)
  if (!read) log.gap('turn-details', 'What was attached, and which model answered, is not known.', id)
  if (!question) log.problem('missing-question', place, 'The question is gone.', id)
  const asked = question && readMessage(question, read && { details: read, number: 0, at: read.turn.at })
  if (asked?.changed && question)
    log.problem('changed-question', question.start, `The question was changed (turn ${id}).`, id)
  const { at: _, ...known } = read?.turn ?? { id, attached: [] }
  const remarks = readRemarks(source)
  return {
    ...known,
    ...(asked?.at === undefined ? {} : { at: asked.at }),
    userText: asked?.text ?? '',
    context: asked?.context ?? NO_CONTEXT,
    answers: matchAnswers({ pieces: answers, details: read, turnId: id, log }),
    ...(remarks.length > 0 ? { remarks } : {}),
  }
}

function startOf({ question, answers, details }: PieceGroup): number {
  return (question ?? answers[0] ?? details)?.start ?? 0
}

/** The same for the same text at the same place, so that reading twice gives one turn. */
function madeUpId({ group, documentId, index }: TurnSource): string {
  const texts = [group.question, ...group.answers].map((piece) => piece?.text ?? '')
  return `turn-${index + 1}-${hashText(JSON.stringify([documentId, ...texts])).slice(0, 12)}`
}

/** The line below an answer that says who gave it. */
const ATTRIBUTION = /^\*Answered by [^\n]*\*\n/

/** What is between the messages of a turn and behind it, where that is more than a blank line. */
export function readRemarks({
  group,
  isLast,
  log,
}: Pick<TurnSource, 'group' | 'isLast' | 'log'>): readonly Remark[] {
  const { question, answers, details } = group
  const messages = [...(question ? [question] : []), ...answers]
  const last = messages.at(-1)
  const found: Remark[] = []
  const add = (after: Remark['after'], piece: ChatPiece, usual: string): void => {
    // It is written again from what the comment says.
    const text = piece.kind === 'ai' ? piece.after.replace(ATTRIBUTION, '') : piece.after
    if (text === usual) return
    if (text.trim() !== '') log.problem('added-text', piece.end, 'There is text between the messages.')
    found.push({ after, text: unescapeLines(text, 'escaped') })
  }
  for (const [index, piece] of messages.entries()) {
    const after = index + (question ? 0 : 1)
    // Without its comment, a turn ends with its last message; the comment comes when it is written again.
    if (piece === last && !details) add('turn', piece, isLast ? '' : '\n')
    else add(after, piece, '\n')
  }
  if (details) add('turn', details, isLast ? '' : '\n')
  return found
}

/** What the comment of a turn holds; undefined, and said, where it cannot be read. */
function readDetails({ comment, start }: DetailsPiece, log: ReadingLog): TurnDetails | undefined {
  const isClosed = comment.endsWith(DETAILS_END)
  const json = comment.slice(DETAILS_START.length, isClosed ? -DETAILS_END.length : undefined)
  const parsed = isClosed ? parseJsonLine(json) : { problem: 'it does not end with -->' }
  const read = 'problem' in parsed ? parsed : detailsFromJson(parsed.value)
  if ('problem' in read) {
    log.problem('broken-details', start, `The comment of a turn cannot be read: ${read.problem}.`)
    log.quarantine(start, comment, read.problem)
    return undefined
  }
  const { details } = read
  const hash = HASH_FIELD.exec(json.slice(-HASH_LENGTH))?.[1]
  if (hash !== hashText(`${json.slice(0, -HASH_LENGTH)}}`)) {
    const { id } = details.turn
    log.problem('changed-details', start, `The comment of turn ${id} was changed.`, id)
  }
  return details
}

interface AnswerPieces {
  readonly pieces: readonly MessagePiece[]
  readonly details: TurnDetails | undefined
  readonly turnId: string
  readonly log: ReadingLog
}

/**
 * The answers of a turn in the order of the file. Usually the comment names them in that order; where answers were
 * deleted, moved or added by hand, those that are unchanged find their own record first.
 */
function matchAnswers({ pieces, details, turnId, log }: AnswerPieces): readonly ChatAnswer[] {
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
      return addedAnswer(readMessage(piece, undefined), addedAnswerId(turnId, index, ids))
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

function addedAnswerId(turnId: string, index: number, taken: Set<string>): string {
  let id = `${turnId}-answer-${index + 1}`
  while (taken.has(id)) id = `${id}-again`
  taken.add(id)
  return id
}
