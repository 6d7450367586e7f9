import type { AppContext } from '../app-context.ts'
import { planSummaries } from './plan-summaries.ts'
import type { Point } from './point.ts'

/** Of notices about what lasts, those that no earlier turn of this branch has told: once is enough. */
export async function untoldNotices(
  context: AppContext,
  { turn }: Point,
  notices: readonly string[],
): Promise<readonly string[]> {
  if (!turn || notices.length === 0) return notices
  const { workspaceId, id: headId } = turn
  const branch = await context.store.turns.branch({ workspaceId, headId })
  const ids = branch.map(({ id }) => id)
  const calls = await planSummaries(context, workspaceId, ids)
  const told = new Set(calls.flatMap(({ summary }) => summary.notices ?? []))
  return notices.filter((notice) => !told.has(notice))
}
