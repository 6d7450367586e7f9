import { type Hash, hashText } from '@varve/engine/internal'
import type { ChatContext } from './chat-document.ts'
import { printTimestamp } from './chat-time.ts'
import { printContextLine } from './context-line.ts'
import { escapeLines } from './escape-lines.ts'
import { inertText } from './inert-text.ts'
import { type OddRun, takeOddCharacters } from './odd-characters.ts'

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

/** Enough to see that somebody has changed a message; nobody is kept from doing so. */
const HASH_DIGITS = 16

/**
 * The lines of one message: its text, what it names, and when it was sent. What a model wrote is loaded or run by
 * nobody; earlier versions wrote it `as-it-was`.
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
