import { type Command, Option } from 'commander'
import { addTraceChatCommands } from './add-trace-chat-commands.ts'
import type { CommandContext } from '../command-context.ts'
import type { CostCommandOptions } from './cost-command.ts'
import type { ExplainOptions } from './explain-command.ts'
import type { ReplayCommandOptions } from './replay-command.ts'
import { PROVIDER_CHOICES, SESSION_CHOICES } from './trace-choices.ts'
import type { ChatsContext } from '../chats/with-chats.ts'
import type { ConvertOptions } from './trace-convert-command.ts'
import { addTraceOptions, parseCount, runnerOption } from './trace-options.ts'

/** The commands that work on traces: nothing is sent, and no model is called. */
export function addTraceCommands(
  program: Command,
  context: () => CommandContext,
  chatContext: (data?: string) => ChatsContext,
): void {
  addTraceOptions(program.command('replay'))
    .description('print what would be sent for each turn of a trace, with what it would cost')
    .argument('<trace>', 'a file of JSON Lines, or - for the standard input')
    .option('--json', 'one JSON line for each turn, with the exact body')
    .option('--all-calls', 'with --json: the bodies of all calls of a turn, as requests')
    .option('--timings', 'with --json: how long each turn took to build, as buildMs')
    .addHelpText('after', example('varve replay trace.jsonl --provider anthropic --layout auto --json'))
    .action(async (trace: string, options: ReplayCommandOptions) =>
      (await import('./replay-command.ts')).replayCommand(trace, options, context()),
    )
  addTraceOptions(program.command('explain'))
    .description('say why one turn of a trace is laid out as it is, and what it costs')
    .argument('<trace>', 'a file of JSON Lines, or - for the standard input')
    .requiredOption('--turn <number>', 'the turn to explain', parseCount)
    .option('--conversation <name>', 'where a trace holds several')
    .option('--json', 'as JSON')
    .addHelpText('after', example('varve explain trace.jsonl --turn 12 --provider anthropic'))
    .action(async (trace: string, options: ExplainOptions) =>
      (await import('./explain-command.ts')).explainCommand(trace, options, context()),
    )
  program
    .command('cost')
    .description('compare what a trace costs by provider, model and layout')
    .argument('<trace>', 'a file of JSON Lines, or - for the standard input')
    .addOption(new Option('--provider <name...>', 'only these; default: all').choices(PROVIDER_CHOICES))
    .option('--model <name>', 'with one provider: its model, for every turn')
    .addOption(runnerOption())
    .option('--window <tokens>', 'the context window, in place of the model’s own', parseCount)
    .option('--html <file>', 'also write a page with a chart, to a new file')
    .option('--json', 'as JSON')
    .addHelpText('after', example('varve cost trace.jsonl --provider anthropic openai-5.6 --html cost.html'))
    .action(async (trace: string, options: CostCommandOptions) =>
      (await import('./cost-command.ts')).costCommand(trace, options, context()),
    )
  const trace = program.command('trace').description('work with traces')
  addTraceChatCommands(trace, chatContext)
  trace
    .command('convert')
    .description('make a trace of a real agent session')
    .argument('<session>', 'the file of the session, or - for the standard input')
    .addOption(
      new Option('--from <agent>', 'whose session it is').choices(SESSION_CHOICES).makeOptionMandatory(),
    )
    .option('--output <file>', 'a new file; default: the standard output')
    .option('--json', 'with --output: say what was written as JSON')
    .addHelpText('after', example('varve trace convert session.jsonl --from pi > trace.jsonl'))
    .action(async (session: string, options: ConvertOptions) =>
      (await import('./trace-convert-command.ts')).traceConvertCommand(session, options, context()),
    )
}

function example(line: string): string {
  return `\nExample:\n  ${line}`
}
