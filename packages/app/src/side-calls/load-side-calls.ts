import type { AnswerRecord, SideCallSummary } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import type { SideCallTextView, SideCallView } from '@varve/contract'
import { unsealExchange } from './sealed-exchange.ts'
import type { SideCallUsage } from './side-call.ts'

interface AsidesToLoad extends ChatPlace {
  /** By turn. */
  readonly answers: ReadonlyMap<string, readonly AnswerRecord[]>
}

/** The calls that were made beside the answers of these turns, by turn, oldest first. */
export async function loadSideCalls(
  { store }: AppContext,
  { workspaceId, chatId, answers }: AsidesToLoad,
): Promise<ReadonlyMap<string, readonly SideCallView[]>> {
  const place = { workspaceId, conversationId: chatId, turnIds: [...answers.keys()] }
  const loaded = new Map<string, SideCallView[]>()
  for (const call of await store.sideCalls.ofTurns(place)) {
    const { turnId = '' } = call
    const answerId = servedBy(call, answers.get(turnId) ?? [])
    if (answerId === undefined) continue
    const view = asideView(call, answerId)
    const own = loaded.get(turnId)
    if (own) own.push(view)
    else loaded.set(turnId, [view])
  }
  return loaded
}

/** The newest answer that had begun by then. */
function servedBy({ at }: SideCallSummary, answers: readonly AnswerRecord[]): string | undefined {
  const begun = answers.filter(({ startedAt }) => startedAt <= at)
  const latest = Math.max(...begun.map(({ startedAt }) => startedAt))
  return (begun.find(({ startedAt }) => startedAt === latest) ?? answers[0])?.id
}

function asideView(call: SideCallSummary, answerId: string): SideCallView {
  const { id, purpose, modelId, modelName, at, milliseconds, error } = call
  const usage = call.usage as SideCallUsage | undefined
  return {
    id,
    purpose: purpose as SideCallView['purpose'],
    modelId,
    modelName,
    answerId,
    at: new Date(at).toISOString(),
    milliseconds,
    costUSD: usage?.costUSD ?? 0,
    ...(usage ? { tokens: { input: usage.input, cached: usage.cached, output: usage.output } } : {}),
    ...(error === undefined ? {} : { error }),
  }
}

interface ReadSideCallInput extends ChatPlace {
  readonly sideCallId: string
}

/** What was sent and received in one call beside the answers of a chat. */
export async function readSideCall(context: AppContext, input: ReadSideCallInput): Promise<SideCallTextView> {
  const { workspaceId, chatId, sideCallId: id } = input
  await requireChat(context, input)
  const call = await context.store.sideCalls.get({ workspaceId, id })
  if (!call || call.conversationId !== chatId)
    throw new AppError('answer-not-found', 'There is no such call in this chat.')
  const said = await unsealExchange(context, call)
  if (!said) return { id }
  // A comparison keeps what it says when the trace is deleted, and not what it answers.
  return { id, ...(said.request === '' ? {} : { request: said.request }), answer: said.answer }
}
