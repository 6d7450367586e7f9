import type { Command } from 'commander'
import { onChats } from '../chats/on-chats.ts'
import { defaultCommand } from '../default-command.ts'
import type { ChatsContext, ChatsOptions } from '../chats/with-chats.ts'

/** The commands for what the assistant remembers. */
export function addMemoryCommands(program: Command, context: (data?: string) => ChatsContext): void {
  const memory = program
    .command('memory')
    .description('show and change what the assistant remembers in a workspace')
    .addHelpText('after', HELP)
  const load = () => import('./memory-command.ts')
  onChats(defaultCommand(memory, 'show'))
    .description('print the note; Varve may be running')
    .action(async (options: ChatsOptions) => (await load()).showMemoryCommand(options, context(options.data)))
  onChats(memory.command('add'))
    .description('one more thing to remember')
    .argument('<words...>', 'as one line')
    .action(async (words: readonly string[], options: ChatsOptions) =>
      (await load()).addMemoryCommand(words, options, context(options.data)),
    )
  onChats(memory.command('set'))
    .description('replace the note; what it was stays as a version')
    .argument('[file]', 'with the text; - for the standard input', '-')
    .action(async (file: string, options: ChatsOptions) =>
      (await load()).setMemoryCommand(file, options, context(options.data)),
    )
}

const HELP = `
Examples:
  varve memory --workspace ~/notes
  varve memory add --workspace ~/notes "The harbour office closes at four."`
