import type { ToolCallRecord, ToolStepRecord } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { readTurnOptions } from '../chat/turn-options.ts'
import type { SentMessage } from '../turn/commit.ts'
import { loadTurnView } from '../turn/load-turns.ts'
import { answerCall, stopAnswer } from '../turn/running-answer.ts'
import { watchAnswer } from '../turn/watch-answer.ts'
import type { AskEvent } from '@varve/contract'

const NOBODY = 'no one can be asked, since the message came from a command.'

/** A citation, or what may become one, with the blanks before it; and blanks at the end. */
const UNSETTLED = /(?<!\s)\s*\[\^?(?:\d|$)|(?<!\s)\s+$/

export interface SentToFollow extends SentMessage {
  readonly workspaceId: string
  readonly chatId: string
  readonly isNewChat: boolean
  /** Stops the answers; what came of them is kept. */
  readonly signal: AbortSignal
  readonly client?: ClientTools | undefined
  /** `wait`: calls that need a person are told, and wait for one. */
  readonly approvals?: 'refuse' | 'wait' | undefined
}

/** A call of a tool that a program runs itself. */
export interface ClientCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** The tools of a program that is not there while its answer waits. */
interface ClientTools {
  readonly names: ReadonlySet<string>
  /** What its tools gave, by call. */
  readonly results: ReadonlyMap<string, string>
  /** How much of the answer it was given before. */
  readonly after: number | undefined
}

/** Where an answer waits for the tools of a program. */
interface WaitingForClient {
  readonly answerId: string
  readonly calls: readonly ClientCall[]
  readonly after: number
}

/** Tells what comes of a message until all of its answers have ended; anyone who stops listening stops the answers. */
export async function* followSent(
  context: AppContext,
  sent: SentToFollow,
): AsyncGenerator<AskEvent, WaitingForClient | undefined> {
  const { workspaceId, chatId, turnId, answerIds, isNewChat, signal, client, approvals } = sent
  let waiting: WaitingForClient | undefined
  const stopAll = async (): Promise<void> => {
    await Promise.allSettled(answerIds.map((answerId) => stopAnswer(context, { workspaceId, answerId })))
  }
  const onAbort = (): void => void stopAll()
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    yield { kind: 'sent', chatId, turnId, isNewChat, answers: answerIds.length }
    const turn = await context.store.turns.get({ workspaceId, id: turnId })
    const { runner = 'auto', passages } = readTurnOptions(turn?.options)
    const cites = passages !== undefined || (runner !== 'auto' && runner !== 'chat')
    for (const answerId of answerIds)
      waiting = yield* followAnswer(context, { workspaceId, answerId, cites, client, approvals })
    return waiting
  } finally {
    signal.removeEventListener('abort', onAbort)
    if (!waiting) await stopAll()
  }
}

interface AnswerToFollow {
  readonly workspaceId: string
  readonly answerId: string
  /** Its citations are put in order when it is whole. */
  readonly cites: boolean
  readonly client: ClientTools | undefined
  readonly approvals: SentToFollow['approvals']
}

/** One answer to its end. Calls that wait for a person are refused, unless there is one. */
async function* followAnswer(
  context: AppContext,
  { cites, client, approvals, ...place }: AnswerToFollow,
): AsyncGenerator<AskEvent, WaitingForClient | undefined> {
  const { answer } = await loadTurnView(context, place)
  yield { kind: 'begun', modelId: answer.modelId, modelName: answer.modelName }
  const told = new Set<string>()
  let text = ''
  let given = ''
  const after = client?.after ?? 0
  for await (const { event, id } of (await watchAnswer(context, { ...place, after })) ?? [])
    switch (event.kind) {
      case 'reasoning':
        break
      case 'text': {
        text += event.delta
        const lasting = cites ? lastingText(text) : text
        if (lasting.length > given.length) yield { kind: 'text', delta: lasting.slice(given.length) }
        given = lasting
        break
      }
      case 'steps':
        for (const news of newsIn(event.steps, told)) {
          const isClients = client?.names.has(news.call.tool) ?? false
          if (news.kind === 'refused' && isClients) {
            const result = client?.results.get(news.call.callId)
            if (result === undefined)
              return { answerId: place.answerId, calls: clientCalls(event.steps, client), after: id }
            await answerCall(context, { ...place, callId: news.call.callId, answer: result })
            continue
          }
          if (news.kind === 'refused' && approvals === 'wait') {
            yield { kind: 'asks', answerId: place.answerId, call: news.call }
            continue
          }
          if (news.kind === 'refused') await refuseCall(context, place, news.call)
          yield news
        }
        break
      case 'done':
      case 'failed': {
        const { text: kept } = event.turn.answer
        if (kept.length > given.length && kept.startsWith(given))
          yield { kind: 'text', delta: kept.slice(given.length) }
        yield { kind: 'ended', turn: event.turn }
        return undefined
      }
      default:
        event satisfies never
    }
  yield { kind: 'ended', turn: await loadTurnView(context, place) }
  return undefined
}

/** The calls of the last step that the program has not answered yet: it is asked for all of them at once. */
function clientCalls(
  steps: readonly ToolStepRecord[],
  client: ClientTools | undefined,
): readonly ClientCall[] {
  const open = steps.at(-1)?.calls ?? []
  return open
    .filter(({ tool, callId }) => client?.names.has(tool) && !client.results.has(callId))
    .map(({ callId: id, tool: name, arguments: args }) => ({ id, name, arguments: args }))
}

type CallNews = Extract<AskEvent, { readonly call: ToolCallRecord }>

/** Changes of calls since the last report, each once. */
function newsIn(steps: readonly ToolStepRecord[], told: Set<string>): readonly CallNews[] {
  const news = steps
    .flatMap(({ calls }) => calls)
    .filter(({ status }) => status !== 'running')
    .map((call): CallNews => ({ kind: call.status === 'waiting' ? 'refused' : 'called', call }))
  return news.filter(({ kind, call }) => {
    const name = `${kind} ${call.callId}`
    const isNew = !told.has(name)
    told.add(name)
    return isNew
  })
}

/**
 * As much of an unfinished answer as stays as it is. Where a model was asked to cite, citations are numbered again when
 * the answer is whole, and some go: what was printed before cannot be taken back.
 */
export function lastingText(text: string): string {
  const at = text.search(UNSETTLED)
  return at < 0 ? text : text.slice(0, at)
}

/** Tells a call that waits for a person that there is none, so that the model continues without it. */
async function refuseCall(
  context: AppContext,
  place: { readonly workspaceId: string; readonly answerId: string },
  { callId, tool }: ToolCallRecord,
): Promise<void> {
  const answer =
    tool === 'askUser'
      ? `No answer: ${NOBODY} Go on without one, or say what is missing.`
      : `reject: ${NOBODY} Say what you would have done.`
  try {
    await answerCall(context, { ...place, callId, answer })
  } catch (error) {
    // It was stopped in the meantime and no longer waits.
    if (!(error instanceof AppError && error.code === 'answer-complete')) throw error
  }
}
