import { hashText } from '@varve/engine'
import { detailsFromJson, type TurnDetails } from './chat-details.ts'
import { parseJsonLine } from './json-line.ts'
import { DETAILS_END, DETAILS_START } from './print-chat-file.ts'
import type { ReadingLog } from './reading-log.ts'
import type { DetailsPiece } from './split-chat-pieces.ts'

/** `,"hash":"` with 64 digits, the quote and the bracket. */
const HASH_FIELD = /^,"hash":"([0-9a-f]{64})"\}$/
const HASH_LENGTH = 75

/** What the comment of a turn holds; undefined, and said, where it cannot be read. */
export function readDetails({ comment, start }: DetailsPiece, log: ReadingLog): TurnDetails | undefined {
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
