import type { Command } from 'commander'

/** Which database a command reads, and how it prints what is there. */
export function withDatabase(command: Command): Command {
  return command
    .option('--database <place>', 'a file, or postgres://user@host/name; default: that of --data')
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--json', 'as JSON')
}
