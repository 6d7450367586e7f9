import type { AppContext } from './app-context.ts'
import { openedWorkspace } from './workspace/opened-workspace.ts'
import type { IndexView } from './views.ts'

/** The state of the index now and after each change, until the watcher goes. */
export async function watchIndex(
  context: AppContext,
  { workspaceId, signal }: { readonly workspaceId: string; readonly signal: AbortSignal },
): Promise<AsyncIterable<IndexView>> {
  const index = await (await openedWorkspace(context, workspaceId)).index()
  return statuses(index, AbortSignal.any([signal, context.closing]))
}

/** A slow reader gets the newest state, never a queue of old ones. */
async function* statuses(
  index: { readonly status: () => IndexView; readonly watchStatus: WatchStatus },
  signal: AbortSignal,
): AsyncGenerator<IndexView> {
  let wake: () => void = () => undefined
  let isNew = true
  const renew = (): void => {
    isNew = true
    wake()
  }
  const stop = index.watchStatus(renew)
  signal.addEventListener('abort', renew)
  try {
    while (!signal.aborted) {
      if (isNew) {
        isNew = false
        yield index.status()
      } else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    stop()
    signal.removeEventListener('abort', renew)
  }
}

type WatchStatus = (listener: () => void) => () => void
