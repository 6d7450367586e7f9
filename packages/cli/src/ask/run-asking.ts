import type { AskEvent, GuardDecision, TurnView } from '@varve/app'
import type { ChosenWorkspace } from '@varve/app/choose-workspace'
import type { PassagesRequest } from '@varve/contract'
import { appOptions, type Call } from '../call.ts'
import { CliError, isAppError } from '../errors.ts'
import { connect, sayFallback, type WorkingApp } from '../connect.ts'
import type { Paint } from '../paint.ts'
import { plainText } from '../text.ts'
import { explainRefusal, refusalJson } from './explain-refusal.ts'
import { markdownPainter } from './markdown-painter.ts'
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
  readonly stream?: boolean
  readonly data?: string
  readonly database?: string
}

export interface AskPlace {
  readonly workspaceId: string
  readonly signal: AbortSignal
}

/** The request to the app once it is open; read before that, since a pipe may take its time. */
type Prepare = () => Promise<
  (app: WorkingApp, place: AskPlace) => AsyncIterable<AskEvent> | Promise<AsyncIterable<AskEvent>>
>

/** Has something answered, and prints the answers as they come. `isKnown`: only in a workspace that there is. */
export async function runAsking(
  options: AskingOptions & { readonly isKnown?: boolean },
  call: Call,
  prepare: Prepare,
): Promise<void> {
  const { json = false, stream = false } = options
  if (stream && !json) throw new CliError('usage', '--stream gives JSON events: use it with --json.')
  const stopping = new AbortController()
  const print = (value: object, kind: 'done' | 'error'): Promise<boolean> =>
    call.output.write(`${JSON.stringify(stream ? { kind, ...value } : value)}\n`)
  const { asked, workspaceId } = await askOnce(options, call, prepare, stopping).catch(
    async (error: unknown) => {
      if (json) await print({ error: refusalJson(error) }, 'error')
      throw error
    },
  )
  if (json && !asked.isLeft) await print(askedJson(asked, workspaceId), 'done')
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
  const opened = await openToAsk(options, call)
  const { app, workspace } = opened
  try {
    if (opened.isNewWorkspace)
      call.report(`${workspace.root ?? workspace.name} is a workspace now: ${workspace.id}`)
    sayFallback(opened, call)
    void call.stopped().then(() => stopping.abort())
    const events = await begin(app, { workspaceId: workspace.id, signal: stopping.signal })
    const { json, stream } = options
    const asked = await printAsked(events, { form: json ? (stream ? 'events' : 'nothing') : 'text' }, call)
    return { asked, workspaceId: workspace.id }
  } catch (error) {
    // The app stops the answers of someone who leaves, and keeps what came of them.
    if (stopping.signal.aborted && !isAppError(error))
      throw new CliError('stopped', 'Stopped. The part that arrived is in the chat.', { cause: error })
    throw isAppError(error) ? await explainRefusal(app, error) : error
  } finally {
    await opened.close()
  }
}

/** The app on the user's data: the one that runs on it already, or opened for this. */
export async function openToAsk(options: OpeningOptions, call: Call): Promise<OpenedToAsk> {
  const { cwd } = call
  const { workspace, isKnown } = options
  const connection = await connect(call, options)
  if (connection) {
    const { app, isRemote } = connection
    const { chooseWorkspace } = await import('@varve/app/choose-workspace')
    const chosen = await chooseWorkspace(app, { workspace, isKnown, cwd, isRemote })
    return { app, ...chosen, close: () => Promise.resolve() }
  }
  const { openForAsking } = await import('@varve/app')
  const opened = await openForAsking({ ...appOptions(options, call), workspace, isKnown, cwd })
  return { ...opened, close: opened.app.close }
}

export interface OpeningOptions extends Pick<AskingOptions, 'workspace' | 'database'> {
  /** Only in a workspace that there is. */
  readonly isKnown?: boolean
}

export interface OpenedToAsk extends ChosenWorkspace {
  readonly app: WorkingApp
  readonly close: () => Promise<void>
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
  if (aborted) throw new CliError('stopped', `Stopped. The part that arrived is in chat ${chatId}.`)
  const problem =
    turns.length === 1
      ? (first.error ?? 'The answer was cut off.')
      : `${cut.length} of ${turns.length} answers are not whole.`
  throw new CliError('answer-failed', `${problem} The message is in chat ${chatId}.`)
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

export interface Printing {
  /** Words for people, a JSON line for each event, or nothing before the end. */
  readonly form: 'text' | 'events' | 'nothing'
  /** Someone is there to answer calls that need a person. */
  readonly onAsks?: (event: Extract<AskEvent, { readonly kind: 'asks' }>) => Promise<void>
}

/** Prints the answers as they come, and what is to be said beside them. */
export async function printAsked(
  events: AsyncIterable<AskEvent>,
  { form, onAsks }: Printing,
  call: Call,
): Promise<Asked> {
  const turns: TurnView[] = []
  let place = { chatId: '', turnId: '' }
  // Then each answer has its heading.
  let isSeveral = false
  let last = ''
  // Where there is colour, the Markdown of an answer is shown in it.
  const hasColour = call.isScreen && call.paint('bold', '.') !== '.'
  let painter = markdownPainter(call.paint)
  const say = async (event: AskEvent): Promise<boolean> => {
    if (form === 'events') return call.output.write(`${JSON.stringify(event)}\n`)
    const text = textOf(event, { isSeveral, turns, last }, call.paint)
    if (form === 'nothing' || (text === '' && event.kind !== 'ended')) return true
    if (text !== '') last = text
    if (!call.isScreen) return call.output.write(text)
    const safe = forScreen(text)
    if (!hasColour || event.kind === 'begun') return call.output.write(event.kind === 'begun' ? text : safe)
    const shown = painter.write(safe) + (event.kind === 'ended' ? painter.end() : '')
    if (event.kind === 'ended') painter = markdownPainter(call.paint)
    return call.output.write(shown)
  }
  const report = (line: string): void => {
    if (form === 'text') call.report(plainText(line))
  }
  for await (const event of events) {
    if (event.kind === 'sent') {
      place = event
      isSeveral = event.answers > 1
    }
    const isRead = await say(event)
    if (event.kind === 'asks') await onAsks?.(event)
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
function textOf(
  event: AskEvent,
  { isSeveral, turns, last }: Progress & { readonly last: string },
  paint: Paint,
): string {
  if (event.kind === 'text') return event.delta
  if (event.kind === 'ended') return last === '' || last.endsWith('\n') ? '' : '\n'
  if (event.kind !== 'begun' || !isSeveral) return ''
  const heading = plainText(`# ${event.modelName} (${event.modelId})`)
  return `${turns.length === 0 ? '' : '\n'}${paint('bold', heading)}\n\n`
}

/** The lines printed for an event, besides the answer. */
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
    case 'asks':
      return []
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
