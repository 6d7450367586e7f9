import { resolve } from 'node:path'
import { readWorkspaces, type WorkspaceSummaryView } from '@varve/app'
import { type ChatsContext, type ChatsOptions, withChats } from '../chats/with-chats.ts'
import { requireFileOrServer } from '../database/find-database.ts'
import { plainText } from '../plain-text.ts'
import { renderTable } from '../table.ts'

type WorkspacesOptions = Omit<ChatsOptions, 'workspace'>

/** `varve workspaces ls`: every workspace, the oldest first. */
export async function listWorkspacesCommand(
  { database, json }: WorkspacesOptions,
  { paths, output, report }: ChatsContext,
): Promise<void> {
  const workspaces = await readWorkspaces(requireFileOrServer(database ?? paths.database))
  if (json) return void (await output.write(`${JSON.stringify(workspaces)}\n`))
  if (workspaces.length === 0) return report('There is no workspace yet: varve workspaces add makes one.')
  const rows = workspaces.map(({ id, name, kind, root = '' }) => [id, name, kind, root].map(plainText))
  const columns = ['id', 'name', 'kind', 'folder'].map((title) => ({ title }))
  await output.write(`${renderTable(columns, rows)}\n`)
}

/** `varve workspaces add`: makes a folder a workspace; one that is known already is given again. */
export async function addWorkspaceCommand(
  folder: string,
  options: WorkspacesOptions,
  context: ChatsContext,
): Promise<void> {
  const root = resolve(folder)
  const { workspaceId, workspaces } = await withChats(
    { ...options, workspace: root },
    context,
    'add',
    async (app, place) => ({ ...place, ...(await app.listWorkspaces(undefined)) }),
  )
  await say(options, context, workspaces.find(({ id }) => id === workspaceId) ?? { id: workspaceId })
}

/** `varve workspaces rm`: takes one out of the list. Its files and its chats stay. */
export async function removeWorkspaceCommand(
  workspace: string,
  options: WorkspacesOptions,
  context: ChatsContext,
): Promise<void> {
  const { workspaceId } = await withChats({ ...options, workspace }, context, 'write', async (app, place) => {
    await app.removeWorkspace(place)
    return place
  })
  await say(options, context, { id: workspaceId })
  context.report('It is out of the list. Its files and chats stay; adding it again brings both back.')
}

async function say(
  { json }: WorkspacesOptions,
  { output }: ChatsContext,
  workspace: Pick<WorkspaceSummaryView, 'id'>,
): Promise<void> {
  await output.write(`${json ? JSON.stringify(workspace) : workspace.id}\n`)
}
