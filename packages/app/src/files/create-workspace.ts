import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { LISTED } from './workspace-settings.ts'
import type { WorkspaceSummaryView } from '../views.ts'

/**
 * Makes a workspace whose files lie in the database. One of that name that was taken out of the list comes back
 * instead.
 */
export async function createWorkspace(
  { store, openInDatabase, newId, clock }: Pick<AppContext, 'store' | 'openInDatabase' | 'newId' | 'clock'>,
  input: { readonly name: string },
): Promise<WorkspaceSummaryView> {
  const kind = 'database'
  const name = input.name.trim().normalize('NFC')
  if (name === '') throw new AppError('title-empty', 'A workspace needs a name.')
  if (!openInDatabase)
    throw new AppError('workspace-not-found', 'No workspace can be kept in the database here.')
  for (const { id } of (await store.workspaces.list()).filter(
    (record) => record.kind === kind && record.name === name,
  )) {
    if ((await store.settings.get(id, LISTED)) !== 'no')
      throw new AppError('folder-refused', `There is a workspace "${name}" in the database already.`)
    await store.commit([store.settings.set(id, LISTED, 'yes')])
    return { id, name, kind }
  }
  const id = newId()
  const createdAt = clock.now()
  await store.commit([store.workspaces.insert({ id, name, kind, root: undefined, createdAt })])
  return { id, name, kind }
}
