import type { TurnDetails } from './chat-details.ts'
import { type ChatContext, NO_CONTEXT } from './chat-document.ts'
import { printMessage } from './chat-message.ts'
import { parseTimestamp, printTimestamp } from './chat-time.ts'
import { parseContextLine } from './context-line.ts'
import { unescapeLines } from './escape-lines.ts'
import { activeText } from './inert-text.ts'
import { restoreOddCharacters } from './odd-characters.ts'
import type { MessagePiece } from './split-chat-pieces.ts'

export interface ReadMessage {
  readonly text: string
  readonly context: ChatContext
  readonly at?: number
  /** It is not what the comment says that it was. */
  readonly changed: boolean
}

export interface MessageRecord {
  readonly details: TurnDetails
  /** Which message of its turn the comment means: 0 is the question. */
  readonly number: number
  /** The comment knows the milliseconds too. */
  readonly at: number | undefined
}

/** A message as it was written. Where an editor has unified the line breaks, those of the text come back. */
export function readMessage(piece: MessagePiece, record: MessageRecord | undefined): ReadMessage {
  const at = readAt(piece, record)
  const named = piece.contextLine === undefined ? NO_CONTEXT : parseContextLine(piece.contextLine)
  const plain = unescapeLines(piece.text, 'as-it-is')
  // A line of names in a form that we do not write is part of the text, as it was before it was read.
  const written = named ? plain : `${plain}\n${piece.contextLine ?? ''}`
  const context = named ?? NO_CONTEXT
  const found = { context, ...(at === undefined ? {} : { at }) }
  if (!record) return { ...found, text: written, changed: false }
  const hash = record.details.hashes[record.number]
  const odd = record.details.odd[record.number] ?? []
  const text = piece.kind === 'ai' ? activeText(written, 'behind') : written
  for (const answers of ['inert', 'as-it-was'] as const) {
    const read = answers === 'inert' ? text : written
    for (const candidate of [read, read.replace(/(?<!\r)\n/g, '\r\n')]) {
      const restored = restoreOddCharacters(candidate, odd)
      if (restored === undefined) continue
      const message = { role: piece.kind, text: restored, context, at }
      if (printMessage(message, answers).hash === hash) return { ...found, text: restored, changed: false }
    }
  }
  // Without a hash nobody can tell; that the comment lacks one is said elsewhere.
  return { ...found, text: restoreOddCharacters(text, odd) ?? text, changed: hash !== undefined }
}

function readAt({ timestamp }: MessagePiece, record: MessageRecord | undefined): number | undefined {
  if (record && timestamp === printTimestamp(record.at)) return record.at
  return timestamp === undefined ? undefined : parseTimestamp(timestamp)
}
