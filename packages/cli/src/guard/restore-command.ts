import { type RedactionMap, restoreText } from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import {
  type GuardInputOptions,
  isFromStandardInput,
  readGuardText,
  refuseTextBeside,
  requireText,
} from './guard-input.ts'
import { readInput } from '../read-input.ts'
import { runLines } from '../run-lines.ts'

export interface RestoreOptions extends GuardInputOptions {
  readonly map?: string
}

/** `varve restore`: the inverse of `redact`. With `--jsonl`, a line without a map is restored by that of `--map`. */
export async function restoreCommand(
  words: readonly string[],
  options: RestoreOptions,
  context: CommandContext,
): Promise<void> {
  if (options.map === '-' && (options.jsonl || isFromStandardInput(words, options)))
    throw new CliError('usage', 'The map and the text cannot both come from the standard input.')
  if (options.jsonl) {
    refuseTextBeside(words, options)
    const shared = options.map === undefined ? undefined : await readMap(options.map, context)
    const allGood = await runLines(context, async ({ text, map }) => ({
      text: restoreText(requireText(text), map === undefined && shared ? shared : parseMap(map)),
    }))
    if (!allGood) throw new CliError('line-failed', 'Some lines could not be restored; each says why.')
    return
  }
  if (options.map === undefined) throw new CliError('usage', 'Name the file with the map: --map FILE.')
  const map = await readMap(options.map, context)
  const given = await readGuardText(words, options, context)
  const text = restoreText(given.text, map)
  await context.output.write(options.json ? `${JSON.stringify({ text })}\n` : `${text}${given.lineEnd}`)
}

async function readMap(file: string, { input }: CommandContext): Promise<RedactionMap> {
  const text = new TextDecoder().decode(await readInput(file, input))
  try {
    return parseMap(JSON.parse(text))
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError('input-malformed', `${file} is no JSON.`, { cause: error })
  }
}

function parseMap(value: unknown): RedactionMap {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isMap || !Object.values(value).every((one) => typeof one === 'string'))
    throw new CliError('input-malformed', '"map" must give a text for each placeholder.')
  return value as RedactionMap
}
