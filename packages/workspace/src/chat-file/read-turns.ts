import { hashText } from '@varve/engine/internal'
import { type ChatTurn, NO_CONTEXT, type Remark } from './chat-document.ts'
import { unescapeLines } from './escape-lines.ts'
import { matchAnswers } from './match-answers.ts'
import { readMessage } from './read-message.ts'
import type { ReadingLog } from './reading-log.ts'
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
    log.problem('duplicate-id', startOf(group), `Turn ${turn.id} stands twice; the second is now ${id}.`, id)
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

/** What stands between the messages of a turn and behind it, where that is more than a blank line. */
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
    // It is written anew from what the comment says.
    const text = piece.kind === 'ai' ? piece.after.replace(ATTRIBUTION, '') : piece.after
    if (text === usual) return
    if (text.trim() !== '') log.problem('added-text', piece.end, 'Text stands between the messages.')
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
