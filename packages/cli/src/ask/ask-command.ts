import type { AskInput } from '@varve/app'
import { parseChatSettings } from '../chats/parse-chat-settings.ts'
import { CliError } from '../cli-error.ts'
import { readInput } from '../read-input.ts'
import type { AskContext } from './ask-context.ts'
import { type AskingOptions, decisionOf, runAsking } from './run-asking.ts'

export interface AskOptions extends AskingOptions {
  readonly chat?: string
  readonly runner?: string
  readonly agent?: string
  readonly project?: string
  /** As `name=value`. */
  readonly set?: readonly string[]
}

/** `varve ask`: sends a message, and prints its answers as they come. */
export function askCommand(
  words: readonly string[],
  options: AskOptions,
  context: AskContext,
): Promise<void> {
  return runAsking(options, context, async () => {
    const { runner, agent, project, set = [], chat: chatId } = options
    const settings = { runner, agent, project, ...parseChatSettings(set) }
    const said = await readMessage(words, options, { ...context, takesPipe: true })
    return (app, place) => app.ask({ ...said, ...place, chatId, settings })
  })
}

export type Said = Pick<
  AskInput,
  'text' | 'attach' | 'modelIds' | 'allowExtracts' | 'dropOptional' | 'decision' | 'leaveOut' | 'unrecorded'
>

/** The words, or the standard input where there are none, or `-` stands for them. */
export async function readMessage(
  words: readonly string[],
  options: AskingOptions,
  { input, isTyped, isPipe, takesPipe = false }: AskContext & { readonly takesPipe?: boolean },
): Promise<Said> {
  const isPiped = words.length === 0 || (words.length === 1 && words[0] === '-')
  const { attach = [], model: modelIds, allowExtracts, dropOptional, leaveOut, unrecorded } = options
  const isAttached = attach.includes('-')
  if (isPiped && isAttached)
    throw new CliError('usage', 'A pipe is the message or what is attached to it, not both: give the words.')
  if (isPiped && isTyped && words.length === 0)
    throw new CliError('usage', 'Say what to ask, or pipe it in; varve ask --help has examples.')
  // What is piped to a question is what it is about.
  const isBeside = takesPipe && !isPiped && !isAttached && isPipe
  const piped = isPiped || isAttached || isBeside ? decoded(await readInput('-', input)) : ''
  const text = isPiped ? piped.trimEnd() : words.join(' ')
  if (text.trim() === '/compact')
    throw new CliError('usage', 'In a terminal that is a command of its own: varve chats compact <id>.')
  return {
    text,
    attach: [
      ...attach.map((name) => (name === '-' ? ({ kind: 'paste', content: piped } as const) : name)),
      ...(isBeside && piped.trim() !== '' ? [{ kind: 'paste', content: piped } as const] : []),
    ],
    modelIds,
    allowExtracts,
    dropOptional,
    leaveOut,
    unrecorded,
    ...decisionOf(options),
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new CliError('input-malformed', 'The standard input is no text in UTF-8.', { cause: error })
  }
}
