import type { Command } from 'commander'
import type { StatsContext, StatsOptions } from './stats-command.ts'

/** The command that shows what turns used. */
export function addStatsCommand(program: Command, context: (data?: string) => StatsContext): void {
  program
    .command('stats')
    .description('what chats used and cost, what caches saved, and how long each phase of a turn takes')
    .option('--workspace <folder>', 'one workspace, by its folder, name or id; default: each of them')
    .option('--chat <id>', 'one chat')
    .option('--since <when>', 'from then on: 12h, 7d, 4w or a day such as 2026-01-31')
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--database <url>', 'a PostgreSQL, postgres://…; default: the file of --data')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nIt only reads, so Varve may be running.\n\nExample:\n  varve stats --since 7d')
    .action(async (options: StatsOptions) =>
      (await import('./stats-command.ts')).statsCommand(options, context(options.data)),
    )
}
