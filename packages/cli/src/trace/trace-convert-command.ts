import { basename } from 'node:path'
import { convertSession, type SessionKind } from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import { readInput } from '../read-input.ts'
import { countOf } from '../show-number.ts'
import { writeNewFile } from '../write-new-file.ts'

export interface ConvertOptions {
  readonly from: SessionKind
  readonly output?: string
  readonly json?: boolean
}

/** `varve trace convert`: an agent's session as a trace, on the standard output or in a file. */
export async function traceConvertCommand(
  file: string,
  options: ConvertOptions,
  context: CommandContext,
): Promise<void> {
  const bytes = await readInput(file, context.input)
  const name = file === '-' ? 'session' : basename(file).replace(/\.\w+$/, '')
  const result = convertSession({ text: new TextDecoder().decode(bytes), from: options.from, name })
  if (result.kind === 'malformed') {
    const line = result.line === undefined ? '' : `, line ${result.line}`
    throw new CliError('input-malformed', `${file}${line}: ${result.reason}`)
  }
  const { turns, losses } = result
  for (const loss of losses) context.report(`left out: ${loss}`)
  if (turns.length === 0) throw new CliError('input-malformed', `${file}: there is no turn in it.`)
  if (options.output === undefined) {
    for (const turn of turns) if (!(await context.output.write(`${JSON.stringify(turn)}\n`))) return
    return
  }
  await writeNewFile(options.output, turns.map((turn) => `${JSON.stringify(turn)}\n`).join(''))
  const conversations = new Set(turns.map(({ conversation }) => conversation)).size
  const summary = {
    turns: turns.length,
    conversations,
    toolCalls: turns.flatMap(({ tools }) => tools ?? []).length,
  }
  await context.output.write(
    options.json
      ? `${JSON.stringify({ ...summary, losses })}\n`
      : `${countOf(summary.turns, 'turn')} of ${countOf(conversations, 'conversation')} with ${countOf(summary.toolCalls, 'tool call')}.\n`,
  )
}
