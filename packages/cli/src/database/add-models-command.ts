import type { Command } from 'commander'
import type { ModelsContext, ModelsOptions } from './models-command.ts'

/** The command that lists models. */
export function addModelsCommand(program: Command, context: (data?: string) => ModelsContext): void {
  program
    .command('models')
    .description('list the models that can be asked, those of local servers among them')
    .option('--all', 'also those that are known and cannot be asked yet, and what is missing')
    .option('--database <url>', 'a PostgreSQL, postgres://…; default: the file of --data')
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--json', 'as JSON')
    .addHelpText('after', HELP)
    .action(async (options: ModelsOptions) =>
      (await import('./models-command.ts')).modelsCommand(options, context(options.data)),
    )
}

const HELP = `
It only reads, so Varve may be running, and asks nothing of a provider.

Example:
  varve models --json | jq -r '.[] | select(.location == "local") | .id'`
