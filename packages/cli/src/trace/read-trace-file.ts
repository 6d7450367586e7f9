import { readTrace } from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import { readInput } from '../read-input.ts'

/** A trace of a file, or of the standard input for `-`; one without a turn is refused. */
export async function readTraceFile(
  file: string,
  { input }: Pick<CommandContext, 'input'>,
): Promise<ReturnType<typeof readTrace>> {
  const trace = readTrace(await readInput(file, input))
  if (trace.turns.length === 0 && !trace.malformed)
    throw new CliError('input-malformed', `${file} is empty: it holds no turn.`)
  return trace
}
