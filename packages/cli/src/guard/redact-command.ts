import { scanAndRedact } from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import { type GuardScanOptions, readScan, runGuardLines } from './guard-input.ts'
import { writeNewFile } from '../write-new-file.ts'

export interface RedactOptions extends GuardScanOptions {
  /** Where to write what the placeholders stand for. */
  readonly map?: string
}

const NOT_KEPT =
  'What the placeholders stand for is not kept. To put it back later, use --map FILE or --json.'

/** `varve redact`: the text with placeholders for private data; the map goes where `--map`, `--json` or `--jsonl` says. */
export async function redactCommand(
  words: readonly string[],
  options: RedactOptions,
  context: CommandContext,
): Promise<void> {
  if (options.jsonl && options.map !== undefined)
    throw new CliError('usage', 'With --jsonl each line has a map of its own; leave --map out.')
  if (options.jsonl)
    return runGuardLines(words, options, context, { done: 'redacted', answer: scanAndRedact })
  const { text, lineEnd, how } = await readScan(words, options, context)
  const redaction = scanAndRedact(text, how)
  if (options.map !== undefined) await writeMap(options.map, redaction.map)
  else if (!options.json && Object.keys(redaction.map).length > 0) context.report(NOT_KEPT)
  await context.output.write(options.json ? `${JSON.stringify(redaction)}\n` : `${redaction.text}${lineEnd}`)
}

/** For its owner alone, since it holds what was taken out; never over another one, whose values would be gone. */
function writeMap(file: string, map: object): Promise<void> {
  return writeNewFile(file, `${JSON.stringify(map, undefined, 2)}\n`, { access: 'private' })
}
