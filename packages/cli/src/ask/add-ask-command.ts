import { type Command, Option } from 'commander'
import { SETTING_NAMES } from '../chats/parse-chat-settings.ts'
import { collect, onAsking } from './on-asking.ts'
import type { AskOptions } from './ask-command.ts'
import type { AskContext } from './ask-context.ts'

/** The command that sends a message. */
export function addAskCommand(program: Command, context: (data?: string) => AskContext): void {
  onAsking(program.command('ask'))
    .description('send a message, and print the answer as it comes')
    .argument('[words...]', 'the message, as the composer reads it; - or nothing reads a pipe')
    .option(
      '--workspace <folder>',
      'a workspace by its folder, name or id; default: the one you are in. A folder that is named here becomes one',
    )
    .option('--chat <id>', 'go on in this chat; default: a new one')
    .option(
      '--attach <name>',
      'note.md, folder/, #tag, https://…, note.md#L10-20; - for the text of a pipe; may be repeated',
      collect,
    )
    .option(
      '--model <id>',
      'who answers; several answer one below the other. Default: whoever the chat, its agent or its project has, else the built-in one',
      collect,
    )
    .addOption(
      new Option('--runner <name>', 'how the chat is answered from here on').choices([
        'chat',
        'plus',
        'agent',
        'vault-qa',
      ]),
    )
    .option('--agent <name>', 'the agent of the chat from here on')
    .option('--project <name>', 'the project of the chat from here on')
    .option(
      '--set <name=value>',
      `a setting of the chat from here on, such as mode=act; may be repeated: ${SETTING_NAMES.join(', ')}`,
      collect,
    )
    .option('--leave-out <note>', 'a note of an imported chat that is not attached; may be repeated', collect)
    .option('--allow-extracts', 'cut long texts to exact lines where the message does not fit otherwise')
    .option('--drop-optional', 'leave attachments with a ? out where the message does not fit otherwise')
    .addHelpText('after', HELP)
    .action(async (words: readonly string[], options: AskOptions) =>
      (await import('./ask-command.ts')).askCommand(words, options, context(options.data)),
    )
}

const HELP = `
The answer goes to the standard output. The id of a new chat, notices, sources, usage and price go to the
standard error. Ctrl-C stops the answer; what came of it is kept in the chat.
Where the guard finds private data, nothing is sent until --redact or --send decides. Calls of tools that
need your approval are refused, since nobody is there to give it: varve settings set tool-rules allows them
beforehand.
Text that is piped to a question is attached to it. While the app runs on the same data, the message goes
through it.

Exit codes: 0 answered, 1 failed, 2 called wrongly, 3 private data, 130 stopped.

Examples:
  varve ask --workspace ~/notes "When does [[plan]] say that we launch?"
  varve ask --chat 3f2c… "And who is told first?" --model anthropic/claude-sonnet-4-5
  git diff | varve ask "What could go wrong with this?"
  varve ask --workspace ~/notes --runner vault-qa --json < question.txt | jq -r '.answers[0].text'`
