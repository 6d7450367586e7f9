import type { AppContext } from '../app-context.ts'
import { sweepWorkspace } from './sweep-workspace.ts'

/** Where an earlier run has left marks, they are looked at again. */
export async function resumeSweeps({ store, sweeps, closing }: AppContext): Promise<void> {
  if (store.readOnly !== undefined || closing.aborted) return
  for (const { id } of await store.workspaces.list())
    if ((await store.sweeps.unreferred(id)).size > 0) sweeps.due(id)
}

/** Sweeps a workspace while it is in use; how many texts wait for the grace period to pass. */
export async function sweepOpenWorkspace(context: AppContext, workspaceId: string): Promise<number> {
  const { store, sealer, clock, packing, closing: signal } = context
  if (store.readOnly !== undefined) return 0
  const { waiting } = await sweepWorkspace({ store, sealer, workspaceId, now: clock.now(), signal })
  // What was known to be stored is asked for again: some of it may be about to go.
  packing.pages.delete(workspaceId)
  return waiting
}
