import { type Hash, hashText } from '@varve/engine/internal'
import { type ChatContext, NO_CONTEXT } from './chat-document.ts'
import { printTimestamp, parseTimestamp } from './chat-time.ts'
import { printContextLine, parseContextLine } from './context-line.ts'
import { escapeLines, unescapeLines } from './scan-chat-lines.ts'
import { inertText, activeText, type OddRun, takeOddCharacters, restoreOddCharacters } from './inert-text.ts'
import type { TurnDetails } from './chat-details.ts'
import type { MessagePiece } from './split-chat-pieces.ts'

/** A question or an answer as the file shows it. */
export interface ChatMessage {
  readonly role: 'user' | 'ai'
  readonly text: string
  readonly context?: ChatContext
  readonly at?: number | undefined
}

export interface PrintedMessage {
  /** With the line feed that ends it. */
  readonly printed: string
  readonly odd: readonly OddRun[]
  /** Changes with everything that can be seen of the message. */
  readonly hash: Hash
}

/** Enough to detect that a message was edited, which is allowed. */
const HASH_DIGITS = 16

/**
 * The lines of one message: its text, what it names, and when it was sent. Text written by a model is made
 * inert; earlier versions wrote it `as-it-was`.
 */
export function printMessage(
  { role, text, context, at }: ChatMessage,
  answers: 'inert' | 'as-it-was' = 'inert',
): PrintedMessage {
  const { shown: plain, odd } = takeOddCharacters(text)
  const shown = role === 'ai' && answers === 'inert' ? inertText(plain, 'behind') : plain
  const names = context && printContextLine(context)
  const printed = [
    `**${role}**: ${escapeLines(shown, 'as-it-is')}`,
    ...(names === undefined ? [] : [names]),
    `${printTimestamp(at)}\n`,
  ].join('\n')
  return { printed, odd, hash: hashText(printed).slice(0, HASH_DIGITS) }
}

export interface ReadMessage {
  readonly text: string
  readonly context: ChatContext
  readonly at?: number
  /** It is not what the comment says that it was. */
  readonly changed: boolean
}

interface MessageRecord {
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
  // Without a hash an edit can't be detected; the missing hash is reported separately.
  return { ...found, text: restoreOddCharacters(text, odd) ?? text, changed: hash !== undefined }
}

function readAt({ timestamp }: MessagePiece, record: MessageRecord | undefined): number | undefined {
  if (record && timestamp === printTimestamp(record.at)) return record.at
  return timestamp === undefined ? undefined : parseTimestamp(timestamp)
}
