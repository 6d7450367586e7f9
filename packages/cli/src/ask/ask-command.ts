import { type AskInput, type OpenedForAsking, openForAsking } from '@varve/app'
import { appSurroundings } from '../database/app-surroundings.ts'
import { CliError } from '../cli-error.ts'
import { readInput } from '../read-input.ts'
import { explainRefusal, isAppError, refusalJson } from './explain-refusal.ts'
import { type Asked, tellAsked } from './tell-asked.ts'
import type { AskContext } from './ask-context.ts'

export interface AskOptions {
  readonly workspace?: string
  readonly chat?: string
  readonly attach?: readonly string[]
  readonly model?: readonly string[]
  readonly runner?: string
  readonly agent?: string
  readonly project?: string
  readonly redact?: boolean
  readonly send?: boolean
  readonly allowExtracts?: boolean
  readonly json?: boolean
  readonly data?: string
  readonly database?: string
}

/** `varve ask`: sends a message, and prints its answers as they come. */
export async function askCommand(
  words: readonly string[],
  options: AskOptions,
  context: AskContext,
): Promise<void> {
  const stopping = new AbortController()
  const { asked, workspaceId } = await askOnce(words, options, { ...context, stopping }).catch(
    async (error: unknown) => {
      if (options.json) await context.output.write(`${JSON.stringify({ error: refusalJson(error) })}\n`)
      throw error
    },
  )
  if (options.json) await context.output.write(`${JSON.stringify(askedJson(asked, workspaceId))}\n`)
  if (!asked.isLeft) requireWhole(asked, stopping.signal)
}

interface Stoppable extends AskContext {
  readonly stopping: AbortController
}

async function askOnce(
  words: readonly string[],
  options: AskOptions,
  context: Stoppable,
): Promise<{ readonly asked: Asked; readonly workspaceId: string }> {
  const said = await readMessage(words, options, context)
  const { app, workspace, isNewWorkspace } = await open(options, context)
  const { stopping, report } = context
  try {
    if (isNewWorkspace) report(`${workspace.root ?? workspace.name} is a workspace now: ${workspace.id}`)
    void context.stopped().then(() => stopping.abort())
    const events = app.ask({ ...said, workspaceId: workspace.id, signal: stopping.signal })
    const isSeveral = new Set(options.model).size > 1
    const asked = await tellAsked(events, { isSeveral, isQuiet: options.json ?? false }, context)
    return { asked, workspaceId: workspace.id }
  } catch (error) {
    throw isAppError(error) ? await explainRefusal(app, error) : error
  } finally {
    await app.close()
  }
}

/** The words, or the standard input where there are none, or `-` stands for them. */
async function readMessage(
  words: readonly string[],
  options: AskOptions,
  { input, isTyped }: AskContext,
): Promise<Omit<AskInput, 'workspaceId' | 'signal'>> {
  const isPiped = words.length === 0 || (words.length === 1 && words[0] === '-')
  const { attach = [] } = options
  const isAttached = attach.includes('-')
  if (isPiped && isAttached)
    throw new CliError('usage', 'A pipe is the message or what is attached to it, not both: give the words.')
  if (isPiped && isTyped && words.length === 0)
    throw new CliError('usage', 'Say what to ask, or pipe it in; varve ask --help has examples.')
  const piped = isPiped || isAttached ? decoded(await readInput('-', input)) : ''
  const text = isPiped ? piped.trimEnd() : words.join(' ')
  if (text.trim() === '/compact')
    throw new CliError('usage', 'In a terminal that is a command of its own: varve chats compact <id>.')
  const { runner, agent, project, redact, send, chat: chatId, model: modelIds, allowExtracts } = options
  return {
    text,
    attach: attach.map((name) => (name === '-' ? { kind: 'paste', content: piped } : name)),
    chatId,
    modelIds,
    settings: { runner, agent, project },
    allowExtracts,
    ...(redact || send ? { decision: { action: redact ? 'redact' : 'send' } } : {}),
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new CliError('input-malformed', 'The standard input is no text in UTF-8.', { cause: error })
  }
}

function open(options: AskOptions, context: AskContext): Promise<OpenedForAsking> {
  const { cwd, report } = context
  return openForAsking({
    ...appSurroundings(options, context),
    workspace: options.workspace,
    cwd,
    report,
  })
}

function askedJson({ chatId, turnId, turns }: Asked, workspaceId: string): object {
  const [first] = turns
  const { attachments = [], notices = [], guard, areas } = first ?? {}
  return {
    workspaceId,
    chatId,
    turnId,
    answers: turns.map(({ answer }) => answer),
    notices,
    attachments,
    ...(guard ? { guard } : {}),
    ...(areas ? { areas } : {}),
  }
}

/** Fails where an answer is not whole; the message and what came are in the chat. */
function requireWhole({ chatId, turns }: Asked, { aborted }: AbortSignal): void {
  const cut = turns.map(({ answer }) => answer).filter(({ status }) => status !== 'complete')
  const [first] = cut
  if (!first) return
  if (aborted) throw new CliError('stopped', `Stopped. What came of it is in chat ${chatId}.`)
  const problem =
    turns.length === 1
      ? (first.error ?? 'The answer was cut off.')
      : `${cut.length} of ${turns.length} answers are not whole.`
  throw new CliError('answer-failed', `${problem} The message is in chat ${chatId}.`)
}
