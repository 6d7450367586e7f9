import type { AppContext } from '../app-context.ts'
import { indexView } from './index-view.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import type { IndexView } from '../views.ts'

/** The state of the index now and after each change, until the watcher goes. */
export async function watchIndex(
  context: AppContext,
  { workspaceId, signal }: { readonly workspaceId: string; readonly signal: AbortSignal },
): Promise<AsyncIterable<IndexView>> {
  const { files, index: openIndex } = await openedWorkspace(context, workspaceId)
  const index = await openIndex()
  const now = (): Promise<IndexView> => indexView(files, index)
  return statuses({ now, watchStatus: index.watchStatus }, AbortSignal.any([signal, context.closing]))
}

/** A slow reader gets the newest state, never a queue of old ones. */
async function* statuses(
  index: { readonly now: () => Promise<IndexView>; readonly watchStatus: WatchStatus },
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
        yield await index.now()
      } else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    stop()
    signal.removeEventListener('abort', renew)
  }
}

type WatchStatus = (listener: () => void) => () => void
