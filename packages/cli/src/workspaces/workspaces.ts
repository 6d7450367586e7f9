import { resolve } from 'node:path'
import { withChats } from '../chats/with-chats.ts'
import { connect } from '../connect.ts'
import { type Group, onDatabase } from '../command.ts'
import { requireFileOrServer } from '../paths.ts'
import { columnsOf, plainText, renderTable } from '../text.ts'

/** The commands for the list of workspaces. */
export function addWorkspacesCommands(program: Group): void {
  const workspaces = program.group('workspaces', 'list, add and remove workspaces', HELP)
  onDatabase(workspaces.defaultCommand('ls', 'list workspaces, oldest first').reachesServers()).run(
    async (call, { database, json }) => {
      const { paths, report } = call
      const all = call.server
        ? ((await (await connect(call))?.client.listWorkspaces())?.workspaces ?? [])
        : await (await import('@varve/app')).readWorkspaces(requireFileOrServer(database ?? paths.database))
      if (!json && all.length === 0)
        return report('There is no workspace yet: varve workspaces add makes one.')
      const rows = all.map(({ id, name, kind, root = '' }) => [id, name, kind, root].map(plainText))
      return { json: all, words: renderTable(columnsOf(['id', 'name', 'kind', 'folder']), rows) }
    },
  )
  onDatabase(workspaces.command('add', 'make a folder a workspace and print its id; its files don’t change'))
    .argument('<folder>', 'on this machine')
    .run(async (call, options, folder) => {
      const added = { ...options, workspace: resolve(call.cwd, folder) }
      const made = await withChats(added, call, 'add', async (app, { workspaceId }) => {
        const { workspaces: all } = await app.listWorkspaces(undefined)
        return all.find(({ id }) => id === workspaceId) ?? { id: workspaceId }
      })
      return { json: made, words: made.id }
    })
  onDatabase(
    workspaces.command('rm', 'remove a workspace from the list; its files and chats stay').reachesServers(),
  )
    .argument('<workspace>', 'its folder, name, id, or the start of its id')
    .run(async (call, options, workspace) => {
      const id = await withChats({ ...options, workspace }, call, 'write', async (app, place) => {
        await app.removeWorkspace(place)
        return place.workspaceId
      })
      call.report('Removed from the list. Its files and chats stay; add the folder again to get them back.')
      return { json: { id }, words: id }
    })
}

const HELP = `
To create a workspace whose files are stored in the database, use varve files create. Varve may be running.

Examples:
  varve workspaces --json | jq -r '.[].name'
  varve workspaces add ~/notes`
