import type { Command } from 'commander'
import type { AuditOptions } from './audit-command.ts'
import type { StatsContext } from '../statistics/stats-command.ts'

/** The command that lists what was done with private data and with rules. */
export function addAuditCommand(program: Command, context: (data?: string) => StatsContext): void {
  program
    .command('audit')
    .description('list what was redacted, what was sent as it is, and which rules changed: never a value')
    .option('--workspace <folder>', 'one workspace, by its folder, name or id; default: each of them')
    .option('--since <when>', 'from then on: 12h, 7d, 4w or a day such as 2026-01-31')
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--database <url>', 'a PostgreSQL, postgres://…; default: the file of --data')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nOldest first. It only reads, so Varve may be running.\n\nExample:\n  varve audit --since 7d',
    )
    .action(async (options: AuditOptions) =>
      (await import('./audit-command.ts')).auditCommand(options, context(options.data)),
    )
}
