import type { Command } from 'commander'
import type { AskAgainOptions, ToAskAgain } from './ask-again-command.ts'
import type { CompareOptions } from './compare-command.ts'
import { collect, onAsking } from './on-asking.ts'
import type { AskContext } from './ask-context.ts'

/** The commands that have a turn of a chat answered again. */
export function addAskAgainCommands(chats: Command, context: (data?: string) => AskContext): void {
  const run = async (again: ToAskAgain, options: AskAgainOptions): Promise<void> =>
    (await import('./ask-again-command.ts')).askAgainCommand(again, options, context(options.data))
  onTurn(chats.command('regenerate'))
    .description('have a question answered again, from what it was sent with; the answers that stand stay')
    .option('--model <id>', 'who answers; may be repeated. Default: whoever did', collect)
    .addHelpText('after', '\nExample:\n  varve chats regenerate 01J… --model anthropic/claude-sonnet-4-5')
    .action((chat: string, options: AskAgainOptions) => run({ kind: 'regenerate', chat }, options))
  onTurn(chats.command('edit'))
    .description(
      'ask a question in other words, or without any with the notes as they are now; the old one stays as a branch',
    )
    .argument('[words...]', 'the message; - reads a pipe. None: the same')
    .option('--attach <name>', 'instead of what it brought; may be repeated', collect)
    .option('--model <id>', 'who answers; may be repeated. Default: whoever did', collect)
    .option('--allow-extracts', 'cut long texts to exact lines where the message does not fit otherwise')
    .option('--drop-optional', 'leave attachments with a ? out where the message does not fit otherwise')
    .addHelpText('after', '\nExample:\n  varve chats edit 01J… --turn 2 "And who is told first, and how?"')
    .action((chat: string, words: readonly string[], options: AskAgainOptions) =>
      run({ kind: 'edit', chat, words }, options),
    )
  onTurn(chats.command('continue'))
    .description('have the model go on with an answer that was cut off')
    .addHelpText('after', '\nExample:\n  varve chats continue 01J…')
    .action((chat: string, options: AskAgainOptions) => run({ kind: 'continue', chat }, options))
  ofTurn(chats.command('compare'))
    .description(
      'have a model say where the answers to a question agree, where they differ, and which is best',
    )
    .option('--model <id>', 'who judges; default: the first one that answered')
    .option('--json', 'as JSON, with what it cost')
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--database <url>', 'a PostgreSQL, postgres://…; default: the file of --data')
    .addHelpText('after', '\nIt stands beside the turn and never enters the conversation.')
    .action(async (chat: string, options: CompareOptions) =>
      (await import('./compare-command.ts')).compareCommand(chat, options, context(options.data)),
    )
}

function onTurn(command: Command): Command {
  return onAsking(ofTurn(command))
}

function ofTurn(command: Command): Command {
  return command
    .argument('<id>', 'of the chat, or how it begins')
    .option('--workspace <folder>', 'a workspace by its folder, name or id; default: the one you are in')
    .option('--turn <turn>', 'by its place in the branch on show, or by its id; default: the last one')
}
