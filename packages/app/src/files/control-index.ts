import type { AppContext } from '../app-context.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import type { IndexView } from '../views.ts'

export interface ControlIndexInput {
  readonly workspaceId: string
  /** `rebuild` throws the index away and reads every file again. */
  readonly action: 'pause' | 'resume' | 'refresh' | 'rebuild'
}

/** Pauses, goes on, looks again or begins anew. Long work goes on after the answer; `watchIndex` tells of it. */
export async function controlIndex(
  context: AppContext,
  { workspaceId, action }: ControlIndexInput,
): Promise<IndexView> {
  const index = await (await openedWorkspace(context, workspaceId)).index()
  switch (action) {
    case 'pause':
      await index.pause()
      break
    case 'resume':
      await index.resume()
      break
    case 'refresh':
    case 'rebuild':
      index[action]().catch((error: unknown) =>
        context.report(`The index could not be renewed: ${String(error)}`),
      )
      break
    default:
      action satisfies never
  }
  return index.status()
}
