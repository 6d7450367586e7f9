import type { Command } from 'commander'

/** Which chats a command is about: those of one workspace. */
export function onChats(command: Command): Command {
  return command
    .option(
      '--workspace <folder>',
      'the folder, the name or the id of the workspace, or how it begins; default: where you are',
      '.',
    )
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--database <place>', 'a file, or postgres://user@host/name; default: that of --data')
    .option('--json', 'as JSON')
}
