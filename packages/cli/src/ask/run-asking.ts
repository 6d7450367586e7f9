import type {
  App,
  AppError,
  AskEvent,
  GuardDecision,
  OpenedForAsking,
  TurnView,
  WorkspaceListView,
  WorkspaceSummaryView,
} from '@varve/app'
import type { AppErrorCode, PassagesRequest, ProblemView } from '@varve/contract'
import { appOptions, type Call } from '../call.ts'
import { CliError, isAppError } from '../errors.ts'
import { readLines } from '../input.ts'
import { callRunning, findRunning, type RunningVarve } from '../start/running.ts'
import { plainText } from '../text.ts'
import { explainRefusal, refusalJson } from './explain-refusal.ts'
import { answerLines, messageLines } from './turn-lines.ts'

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
  readonly passages?: 'send' | 'leave'
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
  call: Call,
  prepare: Prepare,
): Promise<void> {
  const stopping = new AbortController()
  const { asked, workspaceId } = await askOnce(options, call, prepare, stopping).catch(
    async (error: unknown) => {
      if (options.json) await call.output.write(`${JSON.stringify({ error: refusalJson(error) })}\n`)
      throw error
    },
  )
  if (options.json) await call.output.write(`${JSON.stringify(askedJson(asked, workspaceId))}\n`)
  if (!asked.isLeft) requireWhole(asked, stopping.signal)
}

/** What `--redact`, `--send` and `--passages` say; nothing where none is given. */
export function decisionOf({ redact, send, passages }: AskingOptions): Decisions {
  return {
    ...(redact || send ? { decision: { action: redact ? 'redact' : 'send' } } : {}),
    ...(passages ? { passages: { decision: passages } } : {}),
  }
}

interface Decisions {
  readonly decision?: GuardDecision
  readonly passages?: PassagesRequest
}

async function askOnce(
  options: AskingOptions & { readonly isKnown?: boolean },
  call: Call,
  prepare: Prepare,
  stopping: AbortController,
): Promise<{ readonly asked: Asked; readonly workspaceId: string }> {
  const begin = await prepare()
  const { app, workspace, isNewWorkspace } = await open(options, call)
  try {
    if (isNewWorkspace) call.report(`${workspace.root ?? workspace.name} is a workspace now: ${workspace.id}`)
    void call.stopped().then(() => stopping.abort())
    const events = begin(app, { workspaceId: workspace.id, signal: stopping.signal })
    const asked = await printAsked(events, { isQuiet: options.json ?? false }, call)
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
  call: Call,
): Promise<Omit<OpenedForAsking, 'app'> & { readonly app: AskingApp }> {
  const { cwd, paths } = call
  const { workspace, isKnown } = options
  const { chooseWorkspace, openForAsking } = await import('@varve/app')
  try {
    return await openForAsking({ ...appOptions(options, call), workspace, isKnown, cwd })
  } catch (error) {
    const running =
      isAppError(error) && error.code === 'data-in-use' ? await findRunning(paths.data) : undefined
    if (!running) throw error
    const app = runningApp(running)
    return { app, ...(await chooseWorkspace(app, { workspace, isKnown, cwd })) }
  }
}

function askedJson({ chatId, turnId, turns }: Asked, workspaceId: string): object {
  const [first] = turns
  const { attachments = [], notices = [], passages, guard, areas } = first ?? {}
  return {
    workspaceId,
    chatId,
    turnId,
    answers: turns.map(({ answer }) => answer),
    notices,
    attachments,
    ...(passages ? { passages } : {}),
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

/** What asking needs of the app. */
type AskingApp = Pick<App, 'listWorkspaces' | 'openWorkspace' | 'listModels' | 'ask' | 'askAgain' | 'close'>

/** The app that runs already, over its API: a database file has one writer. */
function runningApp(running: RunningVarve): AskingApp {
  const call = async (path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    const response = await callRunning(running, path, { body, ...(signal ? { signal } : {}) })
    if (!response.ok) throw await refusalOf(response)
    return response
  }
  async function* events(path: string, signal: AbortSignal, body: object): AsyncGenerator<AskEvent> {
    try {
      const { body: lines } = await call(path, body, signal)
      if (!lines) return
      for await (const line of readLines(lines)) yield JSON.parse(line) as AskEvent
    } catch (error) {
      // The app stops the answers of someone who leaves, and keeps what came of them.
      if (signal.aborted) throw new CliError('stopped', 'Stopped. What came of it is in the chat.')
      throw error
    }
  }
  const at = (workspaceId: string): string => `/api/workspaces/${encodeURIComponent(workspaceId)}`
  return {
    listWorkspaces: async () => (await call('/api/workspaces')).json() as Promise<WorkspaceListView>,
    openWorkspace: async ({ root }) =>
      (await call('/api/workspaces', { root })).json() as Promise<WorkspaceSummaryView>,
    listModels: async () => (await call('/api/models')).json() as ReturnType<App['listModels']>,
    ask: ({ workspaceId, signal, ...body }) => events(`${at(workspaceId)}/ask`, signal, body),
    askAgain: ({ workspaceId, signal, ...body }) => events(`${at(workspaceId)}/ask-again`, signal, body),
    close: () => Promise.resolve(),
  }
}

async function refusalOf(response: Response): Promise<AppError> {
  const { code, detail, overBudget, guard, passages } = (await response.json()) as ProblemView
  const app = await import('@varve/app')
  return new app.AppError(code as AppErrorCode, detail, {
    ...(overBudget ? { details: overBudget } : {}),
    ...(guard ? { guard } : {}),
    ...(passages ? { passages } : {}),
  })
}

/** What came of a message. */
interface Asked {
  readonly chatId: string
  readonly turnId: string
  /** For each answer, the turn with that answer on show. */
  readonly turns: readonly TurnView[]
  /** Nobody read on, as `head` does: then nothing more is said. */
  readonly isLeft: boolean
}

/** Prints the answers as they come, and what is to be said beside them; `isQuiet`: all is printed at the end. */
async function printAsked(
  events: AsyncIterable<AskEvent>,
  { isQuiet }: { readonly isQuiet: boolean },
  call: Call,
): Promise<Asked> {
  const turns: TurnView[] = []
  let place = { chatId: '', turnId: '' }
  // Then each answer has its heading.
  let isSeveral = false
  let last = ''
  const say = async (text: string): Promise<boolean> => {
    if (isQuiet || text === '') return true
    last = text
    return call.output.write(call.isScreen ? forScreen(text) : text)
  }
  const report = (line: string): void => {
    if (!isQuiet) call.report(plainText(line))
  }
  for await (const event of events) {
    if (event.kind === 'sent') {
      place = event
      isSeveral = event.answers > 1
    }
    const isRead = await say(textOf(event, { isSeveral, turns, last }))
    if (event.kind === 'ended') turns.push(event.turn)
    for (const line of linesOf(event, { isSeveral, turns })) report(line)
    if (!isRead) return { ...place, turns, isLeft: true }
  }
  return { ...place, turns, isLeft: false }
}

interface Progress {
  readonly isSeveral: boolean
  /** Those that have ended. */
  readonly turns: readonly TurnView[]
}

/** What belongs to the standard output. */
function textOf(event: AskEvent, { isSeveral, turns, last }: Progress & { readonly last: string }): string {
  if (event.kind === 'text') return event.delta
  if (event.kind === 'ended') return last === '' || last.endsWith('\n') ? '' : '\n'
  if (event.kind !== 'begun' || !isSeveral) return ''
  return `${turns.length === 0 ? '' : '\n'}# ${event.modelName} (${event.modelId})\n\n`
}

/** What is said beside it. */
function linesOf(event: AskEvent, { isSeveral, turns }: Progress): readonly string[] {
  switch (event.kind) {
    case 'sent':
      return event.isNewChat ? [`New chat: ${event.chatId}`] : []
    case 'begun':
    case 'text':
      return []
    case 'called':
      return [event.call.summary]
    case 'refused':
      return [
        `Refused, since no one is here to approve it: ${event.call.question?.text ?? event.call.tool}`,
        ...(event.call.tool === 'askUser'
          ? []
          : ['Tool rules say what may run without approval: varve settings set tool-rules.']),
      ]
    case 'ended': {
      const { answer } = event.turn
      const failed = isSeveral && answer.error !== undefined ? [answer.error] : []
      const own = [...answerLines(event.turn), ...failed]
      return [
        ...(turns.length === 1 ? messageLines(event.turn) : []),
        ...own.map((line) => (isSeveral ? `${answer.modelName}: ${line}` : line)),
      ]
    }
    default:
      return event satisfies never
  }
}

/** What a model writes must not speak to the terminal; a file gets it as it is. */
function forScreen(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}
