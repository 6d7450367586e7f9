import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { OpenOptions } from './open-command.ts'
import type { StartContext, StartOptions } from './start-command.ts'

/** The commands that start the server and open the page. */
export function addStartCommand(program: Command, context: () => StartContext): void {
  program
    .command('start')
    .description('start the server and open the page')
    .option('--port <number>', 'the port to listen on; the next free one when it is taken', '4747')
    .option('--no-open', 'do not open a browser')
    .option('--data <folder>', 'where chats and settings are kept', parseFolder)
    .option(
      '--database <url>',
      'a PostgreSQL for the chats, postgres://…; default: a file in the data folder',
    )
    .option('--no-logs', 'write no log; see varve paths for where it is')
    .option('--otel <url>', 'send a span for each call of a model to this OpenTelemetry collector')
    .option('--metrics', 'offer metrics for Prometheus at /metrics, to this machine only')
    .option(
      '--check-requests',
      'check the requests of each message against the engine’s rules, and say with it which one they break',
    )
    .addHelpText('after', START_HELP)
    .action(async (options: StartOptions) =>
      (await import('./start-command.ts')).startCommand(options, context()),
    )
  program
    .command('open')
    .description('open the page of the Varve that runs, by a link that signs one browser in')
    .option('--no-open', 'only print the link')
    .option('--data <folder>', 'where chats and settings are kept', parseFolder)
    .option('--json', 'as JSON')
    .action(async (options: OpenOptions) =>
      (await import('./open-command.ts')).openCommand(options, context()),
    )
}

const START_HELP = `
Logs, spans and metrics hold numbers and ids: never a key, a message, an answer or a file.
OTEL_EXPORTER_OTLP_ENDPOINT stands for --otel. With VARVE_METRICS_TOKEN set, /metrics asks for it as a
bearer token.`

function parseFolder(folder: string): string {
  if (folder.trim() === '') throw new InvalidArgumentError('It names no folder.')
  return resolve(folder)
}
