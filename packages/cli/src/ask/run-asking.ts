import {
  type AskEvent,
  chooseWorkspace,
  type GuardDecision,
  type OpenedForAsking,
  openForAsking,
} from '@varve/app'
import { CliError } from '../cli-error.ts'
import { appSurroundings } from '../database/app-surroundings.ts'
import type { AskContext } from './ask-context.ts'
import { type AskingApp, runningApp } from './running-app.ts'
import { findRunning } from '../start/running-address.ts'
import { explainRefusal, isAppError, refusalJson } from './explain-refusal.ts'
import { type Asked, tellAsked } from './tell-asked.ts'

export interface AskingOptions {
  readonly workspace?: string
  readonly attach?: readonly string[]
  readonly model?: readonly string[]
  readonly redact?: boolean
  readonly send?: boolean
  readonly allowExtracts?: boolean
  readonly dropOptional?: boolean
  readonly leaveOut?: readonly string[]
  readonly unrecorded?: 'allow' | 'forget'
  readonly json?: boolean
  readonly data?: string
  readonly database?: string
}

export interface AskPlace {
  readonly workspaceId: string
  readonly signal: AbortSignal
}

/** What is asked of the app once it is open; read before, since a pipe may take its time. */
type Prepare = () => Promise<(app: AskingApp, place: AskPlace) => AsyncIterable<AskEvent>>

/** Has something answered, and prints the answers as they come. `isKnown`: only in a workspace that there is. */
export async function runAsking(
  options: AskingOptions & { readonly isKnown?: boolean },
  context: AskContext,
  prepare: Prepare,
): Promise<void> {
  const stopping = new AbortController()
  const { asked, workspaceId } = await askOnce(options, { ...context, stopping }, prepare).catch(
    async (error: unknown) => {
      if (options.json) await context.output.write(`${JSON.stringify({ error: refusalJson(error) })}\n`)
      throw error
    },
  )
  if (options.json) await context.output.write(`${JSON.stringify(askedJson(asked, workspaceId))}\n`)
  if (!asked.isLeft) requireWhole(asked, stopping.signal)
}

/** What `--redact` and `--send` say; nothing where neither is given. */
export function decisionOf({ redact, send }: AskingOptions): { readonly decision?: GuardDecision } {
  return redact || send ? { decision: { action: redact ? 'redact' : 'send' } } : {}
}

interface Stoppable extends AskContext {
  readonly stopping: AbortController
}

async function askOnce(
  options: AskingOptions & { readonly isKnown?: boolean },
  context: Stoppable,
  prepare: Prepare,
): Promise<{ readonly asked: Asked; readonly workspaceId: string }> {
  const begin = await prepare()
  const { app, workspace, isNewWorkspace } = await open(options, context)
  const { stopping, report } = context
  try {
    if (isNewWorkspace) report(`${workspace.root ?? workspace.name} is a workspace now: ${workspace.id}`)
    void context.stopped().then(() => stopping.abort())
    const events = begin(app, { workspaceId: workspace.id, signal: stopping.signal })
    const asked = await tellAsked(events, { isQuiet: options.json ?? false }, context)
    return { asked, workspaceId: workspace.id }
  } catch (error) {
    throw isAppError(error) ? await explainRefusal(app, error) : error
  } finally {
    await app.close()
  }
}

/** The app on the user's data: opened for this, or the one that runs on it already. */
async function open(
  options: AskingOptions & { readonly isKnown?: boolean },
  context: AskContext,
): Promise<Omit<OpenedForAsking, 'app'> & { readonly app: AskingApp }> {
  const { cwd, report } = context
  const { workspace, isKnown } = options
  try {
    return await openForAsking({ ...appSurroundings(options, context), workspace, isKnown, cwd, report })
  } catch (error) {
    const running =
      isAppError(error) && error.code === 'data-in-use' ? findRunning(context.paths.data) : undefined
    if (!running) throw error
    const app = runningApp(running)
    return { app, ...(await chooseWorkspace(app, { workspace, isKnown, cwd })) }
  }
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
