import type { Command } from 'commander'
import type { ReindexOptions } from './reindex-command.ts'
import type { ChatsContext } from './with-chats.ts'

/** The command that brings chats back from their files. */
export function addReindexCommand(program: Command, context: (data?: string) => ChatsContext): void {
  program
    .command('reindex')
    .description('bring the chats of a folder back into the database from the notes in Varve/chats')
    .option(
      '--workspace <folder>',
      'the folder, or the name or id of its workspace; default: where you are',
      '.',
    )
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--database <place>', 'a file, or postgres://user@host/name; default: that of --data')
    .option('--force', 'also take files that are not what the database has of their chat')
    .option('--json', 'as JSON, with every gap')
    .addHelpText(
      'after',
      '\nChats that the database knows are left alone, and no file is changed.\n\nExample:\n  varve reindex --workspace ~/notes',
    )
    .action(async (options: ReindexOptions) =>
      (await import('./reindex-command.ts')).reindexCommand(options, context(options.data)),
    )
}
