import type { CallSummary } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { PlanSummary } from '../turn/record-plan.ts'

export interface StoredSummary extends CallSummary {
  readonly summary: PlanSummary
}

/**
 * What is stored of the calls of these turns. Only `recordPlan` makes summaries, and those of chat files are checked
 * when they are read.
 */
export async function planSummaries(
  { store }: Pick<AppContext, 'store'>,
  workspaceId: string,
  turnIds: readonly string[],
): Promise<readonly StoredSummary[]> {
  return (await store.calls.ofTurns(workspaceId, turnIds)) as readonly StoredSummary[]
}
