import type { Command } from 'commander'
import type { ChatFileOptions } from './chat-file-command.ts'
import type { CommandContext } from '../command-context.ts'

/** The command that works on chat files: it reads them and changes none. */
export function addChatFileCommand(program: Command, context: () => CommandContext): void {
  program
    .command('chat-file')
    .description('see whether chat files come back from loading as they were')
    .argument('<files...>', 'chat files, or - for the standard input')
    .option('--check', 'load each, write it again, and say "same" or the first difference')
    .option('--json', 'one JSON line for each file, with what was changed and what is missing')
    .addHelpText('after', '\nExample:\n  varve chat-file --check ~/notes/Varve/chats/*.md')
    .action(async (files: readonly string[], options: ChatFileOptions) =>
      (await import('./chat-file-command.ts')).chatFileCommand(files, options, context()),
    )
}
