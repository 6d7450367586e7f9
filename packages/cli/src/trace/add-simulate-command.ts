import type { Command } from 'commander'
import type { SimulateContext, SimulateOptions } from './simulate-command.ts'

/** The command that runs the simulator of the providers. */
export function addSimulateCommand(program: Command, context: () => SimulateContext): void {
  program
    .command('simulate')
    .description('run a server on this machine that answers like the providers do, with their caches')
    .option('--port <number>', 'the port to listen on; 0 for any free one', '4748')
    .option(
      '--scenario <name...>',
      'what happens to the next calls, in order: a name such as 429 or slow, or JSON',
    )
    .option('--json', 'print the addresses as JSON')
    .addHelpText('after', '\nExample:\n  varve simulate --port 4748')
    .action(async (options: SimulateOptions) =>
      (await import('./simulate-command.ts')).simulateCommand(options, context()),
    )
}
