import type { SearchIndex } from '@varve/index'
import { type FileStore, PRIVACY_FILE, privacyRulesOf } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { embedderFor, EMBEDDINGS_SETTING, openedWorkspace } from '../workspaces/opened-workspace.ts'
import type { Embeddings, IndexView } from '@varve/contract'

interface ControlIndexInput {
  readonly workspaceId: string
  /** `rebuild` throws the index away and reads every file again. */
  readonly action: 'pause' | 'resume' | 'refresh' | 'rebuild'
}

/** Pauses, continues, looks again or starts over. Long work continues after the answer; `watchIndex` tells of it. */
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

interface SetEmbeddingsInput {
  readonly workspaceId: string
  readonly embeddings: Embeddings
}

/** Whether the search of a workspace goes by meaning as well. Vectors are computed after the answer; `watchIndex` tells of it. */
export async function setEmbeddings(
  context: AppContext,
  { workspaceId, embeddings }: SetEmbeddingsInput,
): Promise<IndexView> {
  const index = await (await openedWorkspace(context, workspaceId)).index()
  const { store } = context
  const embedder = await embedderFor(context, embeddings)
  await store.commit([store.settings.set(workspaceId, EMBEDDINGS_SETTING, embeddings)])
  await index.setEmbedder(embedder)
  return index.status()
}

/** What an index is doing, and what a person should mend: rules of privacy that cannot be understood come first. */
export async function indexView(files: FileStore, index: SearchIndex): Promise<IndexView> {
  const status = index.status()
  const { problems } = await privacyRulesOf(files)
  const ofPrivacy = problems.map((reason) => ({ path: PRIVACY_FILE, reason }))
  return { ...status, problems: [...ofPrivacy, ...status.problems] }
}

/** Resolves when every file has been looked at, or after so many milliseconds; fails where the index does. */
export async function untilReady(index: SearchIndex, milliseconds?: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const look = (): void => {
    const { state, failure } = index.status()
    if (state === 'ready' || state === 'paused') resolve(undefined)
    else if (state === 'failed') reject(new Error(failure ?? 'The index could not be built.'))
  }
  const stop = index.watchStatus(look)
  const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
  look()
  await promise.finally(() => {
    stop()
    clearTimeout(timer)
  })
}
