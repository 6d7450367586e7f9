import { writeFile } from 'node:fs/promises'
import { scanAndRedact } from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import { type GuardScanOptions, readGuardText, runGuardLines, scanOptionsOf } from './guard-input.ts'

export interface RedactOptions extends GuardScanOptions {
  /** Where to write what the placeholders stand for. */
  readonly map?: string
}

/** `varve redact`: the text with placeholders for private data; the map goes where `--map`, `--json` or `--jsonl` says. */
export async function redactCommand(
  words: readonly string[],
  options: RedactOptions,
  context: CommandContext,
): Promise<void> {
  if (options.jsonl)
    return runGuardLines(words, options, context, { done: 'redacted', answer: scanAndRedact })
  const redaction = scanAndRedact(await readGuardText(words, options, context), scanOptionsOf(options))
  if (options.map !== undefined) await writeMap(options.map, redaction.map)
  await context.output.write(
    options.json ? `${JSON.stringify(redaction)}\n` : withLineEnd(redaction.text, words),
  )
}

/** A text of the command line gets its line end; a file's stays as it is. */
function withLineEnd(text: string, words: readonly string[]): string {
  return words.length > 0 ? `${text}\n` : text
}

/** For its owner alone: it holds what was taken out. */
async function writeMap(file: string, map: object): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(map, undefined, 2)}\n`, { mode: 0o600 })
  } catch (error) {
    throw new CliError('output-unwritable', `Cannot write ${file}: ${String(error)}.`, { cause: error })
  }
}
