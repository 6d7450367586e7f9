import type { SideCallRecord, Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { sealExchange, unsealExchange } from '../side-calls/sealed-exchange.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import type { DeletedTraceView } from '../views.ts'

/**
 * Deletes what was sent in a chat, for good: the requests of its answers, and what was asked beside them. The chat,
 * its answers, comparisons that it shows, and what everything cost stay.
 */
export async function deleteTrace(context: AppContext, place: ChatPlace): Promise<DeletedTraceView> {
  const chat = await requireChat(context, place)
  if (chat.answering)
    throw new AppError(
      'answer-running',
      'An answer is still being written in this chat. Delete its trace afterwards.',
    )
  const { store, clock } = context
  const { workspaceId, chatId: conversationId } = place
  const at = clock.now()
  const turns = await store.turns.list(workspaceId, conversationId)
  const ofTurns = await store.calls.ofTurns(
    workspaceId,
    turns.map(({ id }) => id),
  )
  const beside = await store.sideCalls.ofChat({ workspaceId, conversationId })
  const calls = ofTurns.length + beside.length
  await store.commit([
    store.calls.drop({ workspaceId, conversationId, at }),
    store.sideCalls.empty({ workspaceId, conversationId }),
    ...(await shownStatements(context, beside)),
    store.audit.append({
      workspaceId,
      at,
      actor: undefined,
      action: 'trace-deleted',
      detail: { chatId: conversationId, calls },
    }),
  ])
  context.sweeps.due(workspaceId)
  return { calls, at: new Date(at).toISOString() }
}

/** A comparison is shown in the chat: what it says is kept, without the request that it answers. */
async function shownStatements(
  context: AppContext,
  calls: readonly SideCallRecord[],
): Promise<readonly Statement[]> {
  const statements: Statement[] = []
  for (const call of calls.filter(({ purpose }) => purpose === 'comparison')) {
    const said = await unsealExchange(context, call)
    if (!said) continue
    const sealed = await sealExchange(context, call, { request: '', answer: said.answer })
    statements.push(context.store.sideCalls.reseal({ workspaceId: call.workspaceId, id: call.id, sealed }))
  }
  return statements
}
