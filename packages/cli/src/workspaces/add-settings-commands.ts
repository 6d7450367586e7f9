import { Argument, type Command } from 'commander'
import { onChats } from '../chats/on-chats.ts'
import type { ChatsContext, ChatsOptions } from '../chats/with-chats.ts'
import type { SettingsPart } from './settings-command.ts'

const PARTS: readonly SettingsPart[] = ['chat-files', 'guard', 'tool-rules']

/** The commands for the settings of a workspace. */
export function addSettingsCommands(program: Command, context: (data?: string) => ChatsContext): void {
  const settings = program
    .command('settings')
    .description('show and change the settings of a workspace: chat files, guard, what tools may do')
    .addHelpText('after', HELP)
  const load = () => import('./settings-command.ts')
  onChats(settings.command('show', { isDefault: true }))
    .description('print a part of them, or all; Varve may be running')
    .addArgument(new Argument('[part]', 'which part').choices(PARTS))
    .action(async (part: SettingsPart | undefined, options: ChatsOptions) =>
      (await load()).showSettingsCommand(part, options, context(options.data)),
    )
  onChats(settings.command('set'))
    .description('change a part, and print what it is then')
    .addArgument(new Argument('<part>', 'which part').choices(PARTS))
    .argument('[value]', 'on or off for chat-files; else a file of JSON, - for the standard input', '-')
    .action(async (part: SettingsPart, value: string, options: ChatsOptions) =>
      (await load()).setSettingsCommand({ part, value }, options, context(options.data)),
    )
}

const HELP = `
chat-files  whether chats are also written as notes, in Varve/chats
guard       what may leave for models elsewhere; what is left out of the JSON stays as it is
tool-rules  a list of {"tool","path"?,"decision"}: run, ask or refuse; it takes the place of all of them
Those of a chat are changed by varve chats set, keys of providers by varve keys. A change to a database file needs
Varve to be stopped.

Examples:
  varve settings --workspace ~/notes
  varve settings set chat-files off --workspace ~/notes
  echo '{"sensitivity":"strict","decisions":{"EMAIL":"redact"}}' | varve settings set guard --workspace ~/notes
  echo '[{"tool":"write","path":"drafts/**","decision":"run"}]' | varve settings set tool-rules --workspace ~/notes`
