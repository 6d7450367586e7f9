import type { Command } from 'commander'
import type { DatabaseContext, DatabaseOptions } from './db-command.ts'

/** The commands that work on the database as a whole. */
export function addDatabaseCommands(program: Command, context: (data?: string) => DatabaseContext): void {
  const database = program
    .command('db')
    .description('upgrade, back up, check, sweep and move the database of chats')
    .addHelpText('after', HELP)
  onDatabase(database.command('migrate'))
    .description('bring the database to the schema of this version; a copy of a file is kept')
    .action(async (options: DatabaseOptions) =>
      (await import('./db-command.ts')).migrateCommand(options, context(options.data)),
    )
  onDatabase(database.command('backup'))
    .description('copy the database, also while it is in use; a server’s becomes a .jsonl file')
    .argument('<file>', 'where the copy goes; there must be nothing yet')
    .action(async (file: string, options: DatabaseOptions) =>
      (await import('./db-command.ts')).backupCommand(file, options, context(options.data)),
    )
  onDatabase(database.command('verify'))
    .description('read everything and say whether it is sound')
    .action(async (options: DatabaseOptions) =>
      (await import('./db-command.ts')).verifyCommand(options, context(options.data)),
    )
  onDatabase(database.command('sweep'))
    .description('take away texts that nothing refers to any more, after chats or traces were deleted')
    .addHelpText('after', SWEEP_HELP)
    .action(async (options: DatabaseOptions) =>
      (await import('./db-command.ts')).sweepCommand(options, context(options.data)),
    )
  onDatabase(database.command('move'))
    .description('copy everything to an empty database and compare; the old one stays as it is')
    .argument('<to>', 'a new file, or postgres://user@host/name')
    .action(async (to: string, options: DatabaseOptions) =>
      (await import('./db-command.ts')).moveCommand(to, options, context(options.data)),
    )
}

function onDatabase(command: Command): Command {
  return command
    .option('--database <place>', 'a file, a backup, or postgres://user@host/name; default: that of --data')
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--json', 'as JSON')
}

const SWEEP_HELP = `
Varve does this by itself after something was deleted for good. Requests are sealed, so the master key is needed to see
what they refer to; without it nothing is taken away. On a server, where others may be writing, what is found unused
goes with a sweep that comes five minutes later or after that.

Example:
  varve db sweep --json`

const HELP = `
A password of PostgreSQL is best given as PGPASSWORD or in a .pgpass file, not in the address.

Examples:
  varve db backup chats.db
  varve db move postgres://varve@localhost/varve
  varve db move --database postgres://varve@localhost/varve chats.db`
