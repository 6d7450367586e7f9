import type { Command } from 'commander'
import { defaultCommand } from '../default-command.ts'
import type { ChatsContext, ChatsOptions } from '../chats/with-chats.ts'
import { withDatabase } from '../database/with-database.ts'

/** The commands for the list of workspaces. */
export function addWorkspacesCommands(program: Command, context: (data?: string) => ChatsContext): void {
  const workspaces = program
    .command('workspaces')
    .description('list workspaces, make a folder one, take one out of the list')
    .addHelpText('after', HELP)
  const load = () => import('./workspaces-command.ts')
  withDatabase(defaultCommand(workspaces, 'ls'))
    .description('every workspace, the oldest first; Varve may be running')
    .action(async (options: ChatsOptions) =>
      (await load()).listWorkspacesCommand(options, context(options.data)),
    )
  withDatabase(workspaces.command('add'))
    .description('make a folder a workspace, and print its id; nothing in it changes')
    .argument('<folder>', 'on this machine')
    .action(async (folder: string, options: ChatsOptions) =>
      (await load()).addWorkspaceCommand(folder, options, context(options.data)),
    )
  withDatabase(workspaces.command('rm'))
    .description('take a workspace out of the list; its files and its chats stay')
    .argument('<workspace>', 'by its folder, its name, its id or how that begins')
    .action(async (workspace: string, options: ChatsOptions) =>
      (await load()).removeWorkspaceCommand(workspace, options, context(options.data)),
    )
}

const HELP = `
A workspace whose files lie in the database is made by varve files create. A change to a database file needs Varve
to be stopped.

Examples:
  varve workspaces --json | jq -r '.[].name'
  varve workspaces add ~/notes`
