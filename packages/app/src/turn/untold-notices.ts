import type { AppContext } from '../app-context.ts'
import type { Point } from './point.ts'
import type { PlanSummary } from './record-plan.ts'

/** Of notices about what lasts, those that no earlier turn of this branch has told: once is enough. */
export async function untoldNotices(
  { store }: AppContext,
  { turn }: Point,
  notices: readonly string[],
): Promise<readonly string[]> {
  if (!turn || notices.length === 0) return notices
  const { workspaceId, id: headId } = turn
  const branch = await store.turns.branch({ workspaceId, headId })
  const ids = branch.map(({ id }) => id)
  const calls = await store.calls.ofTurns(workspaceId, ids)
  const told = new Set(calls.flatMap(({ summary }) => (summary as PlanSummary).notices ?? []))
  return notices.filter((notice) => !told.has(notice))
}
