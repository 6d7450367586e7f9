import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ScanOptions } from '@varve/app'
import type { Call } from '../call.ts'
import type { Verb } from '../command.ts'
import { CliError } from '../errors.ts'
import { readInput, runLines } from '../input.ts'

export const SENSITIVITIES = ['strict', 'normal', 'relaxed'] as const

/** What `scan`, `redact`, `restore` and `areas` read. */
export function withText<Options extends object>(verb: Verb<Options>) {
  return verb
    .argument('[text...]', 'the text (default: standard input, also for -)')
    .option('--file <file>', 'a file with the text; - for standard input')
}

export interface GuardInputOptions {
  readonly file?: string
  readonly json?: boolean
  readonly jsonl?: boolean
}

export interface GuardScanOptions extends GuardInputOptions {
  readonly jurisdiction?: readonly string[]
  readonly sensitivity?: (typeof SENSITIVITIES)[number]
}

const CODE = /^([A-Za-z]{2})(?:-[A-Za-z0-9]{1,3})?$/
/** Codes in use that are none of ISO: the Union, and what it calls Greece; the United Kingdom as it calls itself. */
const OTHER_CODES: ReadonlySet<string> = new Set(['EU', 'EL', 'UK'])

export interface GuardText {
  readonly text: string
  /** What ends it where it is printed: a text of the command line has no line end, a file has its own. */
  readonly lineEnd: '' | '\n'
}

/** The text from the arguments, from the file, or from standard input if neither is given or either is `-`. */
export async function readGuardText(
  words: readonly string[],
  { file, jsonl }: GuardInputOptions,
  call: Call,
): Promise<GuardText> {
  if (jsonl) throw new CliError('usage', 'With --jsonl the texts come as lines.')
  if (words.length > 0 && file !== undefined) throw new CliError('usage', 'Give a text or a file, not both.')
  if (words.length > 0 && !isDash(words)) {
    refuseFileNames(words, call)
    return { text: requireSome(words.join(' ')), lineEnd: '\n' }
  }
  const bytes = await readInput(file ?? '-', call)
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), lineEnd: '' }
}

export function refuseTextBeside(words: readonly string[], { file }: GuardInputOptions): void {
  if (!isFromStandardInput(words, { file }))
    throw new CliError('usage', 'With --jsonl the texts come as lines; leave text and file out.')
}

/** Whether neither a text nor a file is given, or one of them is `-`. */
export function isFromStandardInput(
  words: readonly string[],
  { file }: { readonly file?: string | undefined },
): boolean {
  return (words.length === 0 || isDash(words)) && (file === undefined || file === '-')
}

function isDash(words: readonly string[]): boolean {
  return words.length === 1 && words[0] === '-'
}

/** Of `varve scan letter.txt` only the name would be looked at, and "nothing was found" taken for an all-clear. */
function refuseFileNames(words: readonly string[], { cwd }: Call): void {
  const [first] = words
  if (first !== undefined && words.every((word) => namesFile(word, cwd)))
    throw new CliError('usage', `"${first}" is a file. Give it with --file ${first}, one at a time.`)
}

/** A word without a dot or slash is a word, also where a file is called so. */
function namesFile(word: string, cwd: string): boolean {
  const path = resolve(cwd, word)
  return /[./\\]/.test(word) && existsSync(path) && statSync(path).isFile()
}

/** A variable that is not set leaves nothing, and "nothing was found" would be taken for an all-clear. */
function requireSome(text: string): string {
  if (text.trim() === '') throw new CliError('usage', 'The text is empty. Give a text, a file or a pipe.')
  return text
}

/** The text to scan, and how. */
export async function readScan(
  words: readonly string[],
  options: GuardScanOptions,
  call: Call,
): Promise<GuardText & { readonly how: ScanOptions }> {
  const { COUNTRY_CODES } = await import('@varve/app/guard-tools')
  const how = scanOptionsOf(options, COUNTRY_CODES)
  // `--jurisdiction US CA`, meant as two: scanning "CA" would find nothing, and say so.
  if (options.jurisdiction && words.length > 0 && words.every((word) => isJurisdiction(word, COUNTRY_CODES)))
    throw new CliError(
      'usage',
      `Give several jurisdictions with commas, such as ${options.jurisdiction.join(',')},${words.join(',')}.`,
    )
  return { ...(await readGuardText(words, options, call)), how }
}

/** The options of a scan: those of the call, and a line's own jurisdictions in their place. */
function scanOptionsOf(options: GuardScanOptions, countries: Codes, own?: unknown): ScanOptions {
  const { jurisdiction = [], sensitivity } = options
  const jurisdictions = own === undefined ? jurisdiction.flatMap((codes) => codes.split(',')) : parseOwn(own)
  const wrong = jurisdictions.find((code) => !isJurisdiction(code.trim(), countries))
  if (wrong !== undefined)
    throw new CliError('usage', `"${wrong}" is no jurisdiction; use codes such as US, CA, MX, EU, UK or FR.`)
  return { jurisdictions, ...(sensitivity ? { sensitivity } : {}) }
}

type Codes = ReadonlySet<string>

function isJurisdiction(code: string, countries: Codes): boolean {
  const country = CODE.exec(code)?.[1]?.toUpperCase() ?? ''
  return countries.has(country) || OTHER_CODES.has(country)
}

/** `--jsonl`: each line is scanned with the options of the call, or with its own jurisdictions. */
export async function runGuardLines(
  words: readonly string[],
  options: GuardScanOptions,
  call: Call,
  { done, answer }: GuardLines,
): Promise<void> {
  refuseTextBeside(words, options)
  const { COUNTRY_CODES } = await import('@varve/app/guard-tools')
  const general = scanOptionsOf(options, COUNTRY_CODES)
  const allGood = await runLines(call, ({ text, jurisdictions }) =>
    answer(
      requireText(text),
      jurisdictions === undefined ? general : scanOptionsOf(options, COUNTRY_CODES, jurisdictions),
    ),
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
