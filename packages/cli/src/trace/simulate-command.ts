import { openSimulator } from '@varve/app'
import { CliError } from '../cli-error.ts'
import { parsePort } from '../start/parse-port.ts'
import { renderTable } from '../table.ts'

export interface SimulateOptions {
  readonly port: string
  readonly scenario?: readonly string[]
  readonly json?: boolean
}

export interface SimulateContext {
  readonly say: (line: string) => void
  readonly clock: () => number
  /** Resolves when the user wants it to stop. */
  readonly stopped: Promise<void>
}

/** `varve simulate`: the simulator, until it is stopped. */
export async function simulateCommand(options: SimulateOptions, context: SimulateContext): Promise<void> {
  const simulator = await open(parsePort(options.port), options, context)
  try {
    context.say(options.json ? JSON.stringify(simulator.baseUrls) : describe(simulator.baseUrls))
    await context.stopped
  } finally {
    await simulator.close()
  }
}

async function open(port: number, options: SimulateOptions, { clock }: SimulateContext) {
  try {
    const opened = await openSimulator({ port, clock, scenarios: options.scenario ?? [] })
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
    renderTable([{ title: 'provider' }, { title: 'base URL' }], Object.entries(baseUrls)),
    '',
    'Stop it with Ctrl-C.',
  ].join('\n')
}
