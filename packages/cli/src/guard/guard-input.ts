import type { ScanOptions, Sensitivity } from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import { readInput } from '../read-input.ts'
import { runLines } from '../run-lines.ts'

/** What `scan`, `redact`, `restore` and `areas` have in common. */
export interface GuardInputOptions {
  readonly file?: string
  readonly json?: boolean
  readonly jsonl?: boolean
}

export interface GuardScanOptions extends GuardInputOptions {
  readonly jurisdiction?: readonly string[]
  readonly sensitivity?: Sensitivity
}

const CODE = /^[A-Za-z]{2}(?:-[A-Za-z0-9]{1,3})?$/

/** The text of the words, of the file, or of the standard input where neither is given. */
export async function readGuardText(
  words: readonly string[],
  { file, jsonl }: GuardInputOptions,
  { input }: CommandContext,
): Promise<string> {
  if (jsonl) throw new CliError('usage', 'With --jsonl the texts come as lines.')
  if (words.length > 0 && file !== undefined) throw new CliError('usage', 'Give a text or a file, not both.')
  if (words.length > 0) return words.join(' ')
  const bytes = await readInput(file ?? '-', input)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

export function refuseTextBeside(words: readonly string[], { file }: GuardInputOptions): void {
  if (words.length > 0 || file !== undefined)
    throw new CliError('usage', 'With --jsonl the texts come as lines; leave text and file out.')
}

/** The options of a scan: those of the call, and a line's own jurisdictions in their place. */
export function scanOptionsOf(options: GuardScanOptions, own?: unknown): ScanOptions {
  const { jurisdiction = [], sensitivity } = options
  const jurisdictions = own === undefined ? jurisdiction.flatMap((codes) => codes.split(',')) : parseOwn(own)
  const wrong = jurisdictions.find((code) => !CODE.test(code.trim()))
  if (wrong !== undefined)
    throw new CliError('usage', `"${wrong}" is no jurisdiction; use codes such as US, CA, MX, EU, UK or FR.`)
  return { jurisdictions, ...(sensitivity ? { sensitivity } : {}) }
}

/** `--jsonl`: each line is scanned by the options of the call, or by jurisdictions of its own. */
export async function runGuardLines(
  words: readonly string[],
  options: GuardScanOptions,
  context: CommandContext,
  { done, answer }: GuardLines,
): Promise<void> {
  refuseTextBeside(words, options)
  const general = scanOptionsOf(options)
  const allGood = await runLines(context, async ({ text, jurisdictions }) =>
    answer(requireText(text), jurisdictions === undefined ? general : scanOptionsOf(options, jurisdictions)),
  )
  if (!allGood) throw new CliError('line-failed', `Some lines could not be ${done}; each says why.`)
}

interface GuardLines {
  /** What is done to a line, in words. */
  readonly done: string
  readonly answer: (text: string, options: ScanOptions) => object
}

function parseOwn(own: unknown): readonly string[] {
  if (!Array.isArray(own) || !own.every((code) => typeof code === 'string'))
    throw new CliError('input-malformed', '"jurisdictions" must be a list of codes.')
  return own
}

export function requireText(text: unknown): string {
  if (typeof text !== 'string') throw new CliError('input-malformed', '"text" must be a text.')
  return text
}
