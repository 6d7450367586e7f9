import { type Command, Option } from 'commander'
import type { TraceExportOptions, TraceShowOptions } from './trace-chat-command.ts'
import { onChats } from '../chats/on-chats.ts'
import type { ChatsContext, ChatsOptions } from '../chats/with-chats.ts'
import { parseCount } from './trace-options.ts'

/** The commands about what was sent in a chat. */
export function addTraceChatCommands(trace: Command, context: (data?: string) => ChatsContext): void {
  ofChat(trace.command('export'))
    .description('write what was sent and received in a chat, one turn a line, for varve replay')
    .option('--output <file>', 'a new file; default: the standard output')
    .addOption(new Option('--out <file>').hideHelp())
    .addHelpText(
      'after',
      '\nEach line has the exact bodies of its calls too; keys are in none. It only reads, so Varve may be running.\n\nExample:\n  varve trace export 01J… --output chat.trace.jsonl',
    )
    .action(async (chat: string, options: TraceExportOptions) =>
      (await import('./trace-chat-command.ts')).traceExportCommand(chat, options, context(options.data)),
    )
  ofChat(trace.command('show'))
    .description('print the exact body of one request of a chat, as it went out')
    .requiredOption('--turn <number>', 'the turn, by its place in the branch on show', parseCount)
    .option('--call <number>', 'of the calls that the answer took; default: the last one', parseCount)
    .addHelpText(
      'after',
      '\nRequests are sealed, so the master key is needed. --json prints all that is recorded of the call.\n\nExample:\n  varve trace show 01J… --turn 3',
    )
    .action(async (chat: string, options: TraceShowOptions) =>
      (await import('./trace-chat-command.ts')).traceShowCommand(chat, options, context(options.data)),
    )
  ofChat(trace.command('delete'))
    .description('delete what was sent in a chat, for good; the chat, its answers and costs stay')
    .addHelpText('after', '\nExample:\n  varve trace delete 01J…')
    .action(async (chat: string, options: ChatsOptions) =>
      (await import('./trace-chat-command.ts')).traceDeleteCommand(chat, options, context(options.data)),
    )
}

function ofChat(command: Command): Command {
  return onChats(
    command.argument('<chat>', 'the id of the chat, or how it begins; varve chats ls lists them'),
  )
}
