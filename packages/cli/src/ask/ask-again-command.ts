import type { AskAgainKind } from '@varve/app'
import { CliError } from '../cli-error.ts'
import { readMessage } from './ask-command.ts'
import type { AskContext } from './ask-context.ts'
import { type AskingOptions, decisionOf, runAsking } from './run-asking.ts'

export interface AskAgainOptions extends AskingOptions {
  /** By its place in the branch on show, or by its id. */
  readonly turn?: string
}

export interface ToAskAgain {
  readonly kind: AskAgainKind
  readonly chat: string
  /** Other words for the question; none for the same ones. */
  readonly words?: readonly string[]
}

/** `varve chats regenerate|edit|continue`: has a turn of a chat answered again, and prints the answers as they come. */
export function askAgainCommand(
  { kind, chat: chatId, words = [] }: ToAskAgain,
  options: AskAgainOptions,
  context: AskContext,
): Promise<void> {
  const { attach, model: modelIds, allowExtracts, dropOptional, unrecorded } = options
  return runAsking({ ...options, isKnown: true }, context, async () => {
    if (words.length === 0 && attach?.includes('-'))
      throw new CliError('usage', 'Give the words of the message that the pipe is attached to.')
    const same = { attach, modelIds, allowExtracts, dropOptional, unrecorded, ...decisionOf(options) }
    const said = words.length === 0 ? same : await readMessage(words, options, context)
    // What a question brought stays with it unless something else is named.
    const again = { ...said, attach: attach && said.attach }
    return (app, place) => app.askAgain({ ...again, ...place, kind, chatId, turn: turnOf(options) })
  })
}

function turnOf({ turn }: AskAgainOptions): string | number | undefined {
  return turn !== undefined && /^\d{1,9}$/.test(turn) ? Number(turn) : turn
}
