import type { AppContext } from '../app-context.ts'
import type { IndexView } from '../views.ts'
import { EMBEDDINGS_SETTING, type Embeddings, openedWorkspace } from '../workspaces/opened-workspace.ts'

export interface SetEmbeddingsInput {
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
  await store.commit([store.settings.set(workspaceId, EMBEDDINGS_SETTING, embeddings)])
  await index.setEmbedder(embeddings)
  return index.status()
}
