import type { Store } from '@varve/store'

/** Whether search goes by meaning as well, with the model that comes with Varve. */
export type Embeddings = 'off' | 'built-in'

/** The name under which the choice is kept among the settings of a workspace. */
export const EMBEDDINGS_SETTING = 'embeddings'

/** What was chosen for a workspace; undefined where nobody chose. */
export async function readEmbeddings(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
): Promise<Embeddings | undefined> {
  const value = await settings.get(workspaceId, EMBEDDINGS_SETTING)
  return value === 'off' || value === 'built-in' ? value : undefined
}
