import type { AnswerRecord, SideCallSummary } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import type { AsideUsage } from './ask-aside.ts'
import type { AsideView } from './aside-views.ts'

export interface AsidesToLoad extends ChatPlace {
  /** By turn. */
  readonly answers: ReadonlyMap<string, readonly AnswerRecord[]>
}

/** The calls that were made beside the answers of these turns, by turn, oldest first. */
export async function loadAsides(
  { store }: AppContext,
  { workspaceId, chatId, answers }: AsidesToLoad,
): Promise<ReadonlyMap<string, readonly AsideView[]>> {
  const place = { workspaceId, conversationId: chatId, turnIds: [...answers.keys()] }
  const loaded = new Map<string, AsideView[]>()
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

function asideView(call: SideCallSummary, answerId: string): AsideView {
  const { id, purpose, modelId, modelName, at, milliseconds, error } = call
  const usage = call.usage as AsideUsage | undefined
  return {
    id,
    purpose: purpose as AsideView['purpose'],
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
