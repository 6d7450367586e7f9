import type { Store } from '@varve/store'
import type { StatisticsView, TurnStatisticsView } from '@varve/contract'
import { AppError } from '../app-error.ts'
import { GatheredStatistics } from './gather-statistics.ts'
import type { AppContext } from '../app-context.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'

interface TurnStatisticsInput {
  readonly workspaceId: string
  /** One chat, also one in the trash; all of them where it is left out. */
  readonly chatId?: string | undefined
  /** Milliseconds since 1970; from the beginning where it is left out. */
  readonly since?: number | undefined
  /** Milliseconds since 1970, itself no longer; until now where it is left out. */
  readonly until?: number | undefined
}

/** What a look at the statistics needs: less than an app, so that the command line can do without one. */
interface StatisticsContext {
  readonly store: Pick<Store, 'calls' | 'conversations' | 'sideCalls' | 'workspaces'>
  readonly clock: { readonly now: () => number }
}

/** What the turns of a workspace used, and how they came about. Read from what was recorded with each call. */
export async function showTurnStatistics(
  { store, clock }: StatisticsContext,
  { workspaceId, chatId, since, until: before }: TurnStatisticsInput,
): Promise<TurnStatisticsView> {
  if (!(await store.workspaces.get(workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
  if (chatId !== undefined && (await store.conversations.some(workspaceId, [chatId])).length === 0)
    throw new AppError('chat-not-found', `There is no chat "${chatId}".`)
  const until = before ?? clock.now()
  const gathered = new GatheredStatistics()
  // A call that begins while this reads belongs to the next look.
  const span = { workspaceId, conversationId: chatId, from: since ?? 0, until: before ?? until + 1 }
  for await (const calls of store.calls.measured(span)) for (const call of calls) gathered.add(call)
  for await (const calls of store.sideCalls.measured(span))
    for (const call of calls) gathered.addSideCall(call)
  return gathered.view({
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
    until: new Date(until).toISOString(),
  })
}

/** How much is in a workspace, as its index counts it. */
export async function showStatistics(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<StatisticsView> {
  const index = await (await openedWorkspace(context, workspaceId)).index()
  return index.statistics()
}
