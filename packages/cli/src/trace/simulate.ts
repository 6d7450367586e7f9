import type { Call } from '../call.ts'
import { example, type Group } from '../command.ts'
import { CliError } from '../errors.ts'
import { parsePort } from '../start/start.ts'
import { columnsOf, renderTable } from '../text.ts'

/** `varve simulate`: the simulator of the providers, until it is stopped. */
export function addSimulateCommand(program: Group): void {
  program
    .command('simulate', 'run a local server that answers as the providers do, caches included')
    .option('--port <number>', 'the port to listen on; 0 for any free one', { default: '4748' })
    .option(
      '--scenario <name...>',
      'what happens to the next calls, in order: a name such as 429 or slow, or JSON',
    )
    .option('--json', 'print the addresses as JSON')
    .help(example('varve simulate --port 4748'))
    .run(async (call, { port, scenario = [], json }) => {
      const stopped = call.stopped()
      const simulator = await open(parsePort(port), scenario, call)
      try {
        const { baseUrls } = simulator
        await call.output.write(`${json ? JSON.stringify(baseUrls) : describe(baseUrls)}\n`)
        await stopped
      } finally {
        await simulator.close()
      }
    })
}

async function open(port: number, scenarios: readonly string[], { now }: Call) {
  const { openSimulator } = await import('@varve/lab')
  try {
    const opened = await openSimulator({ port, clock: now, scenarios })
    if (typeof opened === 'string') throw new CliError('usage', opened)
    return opened
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE')
      throw new CliError('port-taken', `Port ${port} is taken; choose another with --port.`, { cause: error })
    throw error
  }
}

function describe(baseUrls: Readonly<Record<string, string>>): string {
  return [
    'The simulator is running: it answers offline, for any key that is not empty.',
    '',
    renderTable(columnsOf(['provider', 'base URL']), Object.entries(baseUrls))(),
    '',
    'Stop it with Ctrl-C.',
  ].join('\n')
}
