import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import type { KeysContext, KeysOptions } from './keys-command.ts'

/** The commands for the keys of providers. */
export function addKeysCommands(program: Command, context: (data?: string) => KeysContext): void {
  const keys = program
    .command('keys')
    .description('list, keep and forget the keys of providers')
    .addHelpText('after', HELP)
  onKeys(keys.command('list'))
    .description('for which providers there is a key, and where it comes from; never the key')
    .action(async (options: KeysOptions) =>
      (await import('./keys-command.ts')).listKeysCommand(options, context(options.data)),
    )
  onKeys(keys.command('set'))
    .description('keep a key sealed; it is typed unseen, or piped in')
    .argument('<provider>', 'such as openai or anthropic')
    // Refused below: commander would repeat what was too much, and that may be a key.
    .allowExcessArguments()
    .allowUnknownOption()
    .action(async (provider: string, options: KeysOptions, command: Command) => {
      if (command.args.length > 1) throw new CliError('usage', NOT_FROM_ARGUMENTS)
      const { setKeyCommand } = await import('./keys-command.ts')
      await setKeyCommand(provider, options, context(options.data))
    })
  onKeys(keys.command('forget'))
    .description('delete a key that is kept')
    .argument('<provider>', 'such as openai or anthropic')
    .action(async (provider: string, options: KeysOptions) =>
      (await import('./keys-command.ts')).forgetKeyCommand(provider, options, context(options.data)),
    )
  keys
    .command('begin-anew')
    .description('make another master key in the place of one that is lost for good')
    .option('--json', 'as JSON')
    .action(async (options: KeysOptions) =>
      (await import('./keys-command.ts')).beginAnewCommand(options, context()),
    )
}

function onKeys(command: Command): Command {
  return command
    .option('--database <url>', 'a PostgreSQL, postgres://…; default: the file of --data')
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--json', 'as JSON')
}

const NOT_FROM_ARGUMENTS =
  'varve keys set takes a provider and nothing else: a key is typed when asked, or piped in. If the rest was a key, it is now in the history of your shell.'

const HELP = `
Keys are sealed in the database; what opens them is a file of its own (see varve paths), or the passphrase
in VARVE_PASSPHRASE. A key in the environment is used and never stored. Listing only reads, so Varve may be running.

Examples:
  varve keys set openai
  pass show openai | varve keys set openai`
