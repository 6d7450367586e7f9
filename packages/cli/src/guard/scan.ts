import { resolve } from 'node:path'
import type { Finding, RedactionMap, ScanOptions } from '@varve/app'
import type { Call } from '../call.ts'
import { collect, type Group, type Shown, type Verb } from '../command.ts'
import { CliError } from '../errors.ts'
import { readJson, runLines } from '../input.ts'
import { writeNewFile } from '../write-new-file.ts'
import {
  type GuardInputOptions,
  type GuardScanOptions,
  isFromStandardInput,
  readGuardText,
  readScan,
  refuseTextBeside,
  requireText,
  runGuardLines,
  SENSITIVITIES,
  withText,
} from './guard-input.ts'

const SEVERITIES = ['critical', 'high', 'moderate', 'low'] as const

/** The commands that look for private data, take it out, and put it back. */
export function addGuardCommands(program: Group): void {
  withScanOptions(program.command('scan', 'find private data and secrets in a text'))
    .option('--fail-on <severity>', 'exit with code 3 if a finding is at least this severe', {
      choices: SEVERITIES,
    })
    .option('--json', 'as JSON, with the advice')
    .option('--jsonl', 'read {"id","text","jurisdictions"?} lines, print {"id","findings"} lines')
    .help(SCAN_HELP)
    .run(scan)
  withScanOptions(program.command('redact', 'replace private data in a text with placeholders'))
    .option('--map <file>', 'write the replaced values to this new file, readable only by you')
    .option('--json', 'print {"text","map"}')
    .option('--jsonl', 'read {"id","text","jurisdictions"?} lines, print {"id","text","map"} lines')
    .help('\nExample:\n  varve redact --file letter.txt --map letter.map.json > letter.redacted.txt')
    .run(redact)
  withText(program.command('restore', 'put back what redact replaced'))
    .option('--map <file>', 'the file written by redact; with --jsonl, for lines without a map')
    .option('--json', 'print {"text"}')
    .option('--jsonl', 'read {"id","text","map"?} lines, print {"id","text"} lines')
    .help('\nExample:\n  varve restore --map letter.map.json --file answer.txt')
    .run(restore)
}

const SCAN_HELP = `
Findings are not a failure: the exit code is 0 unless you set --fail-on.

Examples:
  varve scan "Call me at (415) 867-2671"
  varve scan --fail-on high --file letter.txt`

function withScanOptions(verb: Verb) {
  return withText(verb)
    .option(
      '--jurisdiction <codes>',
      'whose rules matter most: US, CA, MX, EU, UK, FR …; separate several with commas',
      // Not a list of words: it would take the text behind it for a code.
      { parse: collect },
    )
    .option('--sensitivity <level>', 'how much evidence a finding needs', { choices: SENSITIVITIES })
}

interface ScanCommandOptions extends GuardScanOptions {
  /** How severe a finding has to be for the command to fail. */
  readonly failOn?: (typeof SEVERITIES)[number]
}

/** Private data in a text, by place; values are masked. With `--jsonl`, one answer for each line. */
async function scan(call: Call, options: ScanCommandOptions, words: readonly string[]): Promise<void> {
  const { findingsFrom, maskValue, RULE_VERSION, scanText } = await import('@varve/app/guard-tools')
  const { failOn, json, jsonl } = options
  let severe = 0
  const scanned = (text: string, how: ScanOptions): readonly Finding[] => {
    const findings = scanText(text, how)
    if (failOn) severe += findingsFrom(failOn, findings).length
    return findings
  }
  if (jsonl) {
    const answer = (line: string, how: ScanOptions) => ({ findings: scanned(line, how).map(shortened) })
    await runGuardLines(words, options, call, { done: 'scanned', answer })
  } else {
    const { text, how } = await readScan(words, options, call)
    const findings = scanned(text, how)
    if (json) await call.output.write(`${JSON.stringify({ ruleVersion: RULE_VERSION, findings })}\n`)
    else if (findings.length === 0) call.report('Nothing was found. No scanner finds everything.')
    else await call.output.write(describeAll(text, findings, maskValue))
  }
  if (severe > 0)
    throw new CliError(
      'private-found',
      `${severe} of the findings ${severe === 1 ? 'is' : 'are'} ${failOn === 'critical' ? 'critical' : `${failOn} or higher`}.`,
    )
}

function shortened({ type, start, end, severity, confidence }: Finding): object {
  return { type, start, end, severity, confidence }
}

/** A line for each finding. They come in order of place, so that lines are counted once and not for each of them. */
function describeAll(
  text: string,
  findings: readonly Finding[],
  maskValue: (type: Finding['type'], value: string) => string,
): string {
  let described = ''
  let line = 1
  let lineStart = 0
  for (const { type, start, end, severity, confidence } of findings) {
    for (let next = text.indexOf('\n', lineStart); next >= 0 && next < start; ) {
      line += 1
      lineStart = next + 1
      next = text.indexOf('\n', lineStart)
    }
    const masked = maskValue(type, text.slice(start, end)).replaceAll('\n', ' ')
    const place = `${line}:${start - lineStart + 1}`
    described += `${place}  ${severity}  ${type}  ${Math.round(confidence * 100)} %  ${masked}\n`
  }
  return described
}

const NOT_KEPT =
  'What the placeholders stand for is not kept. To put it back later, use --map FILE or --json.'

/** The text with placeholders for private data; the map goes where `--map`, `--json` or `--jsonl` says. */
async function redact(
  call: Call,
  options: GuardScanOptions & { readonly map?: string },
  words: readonly string[],
): Promise<Shown | void> {
  const { map: file, json, jsonl } = options
  if (jsonl && file !== undefined)
    throw new CliError('usage', 'With --jsonl each line has a map of its own; leave --map out.')
  const { scanAndRedact } = await import('@varve/app/guard-tools')
  if (jsonl) return runGuardLines(words, options, call, { done: 'redacted', answer: scanAndRedact })
  const { text, lineEnd, how } = await readScan(words, options, call)
  const redaction = scanAndRedact(text, how)
  const map = `${JSON.stringify(redaction.map, undefined, 2)}\n`
  // Readable by its owner only, since it holds the redacted values; never overwrites another one, whose
  // values would be lost.
  if (file !== undefined) await writeNewFile(resolve(call.cwd, file), map, { access: 'private' })
  else if (!json && Object.keys(redaction.map).length > 0) call.report(NOT_KEPT)
  return { json: redaction, text: `${redaction.text}${lineEnd}` }
}

/** The inverse of `redact`. With `--jsonl`, a line without a map is restored by that of `--map`. */
async function restore(
  call: Call,
  options: GuardInputOptions & { readonly map?: string },
  words: readonly string[],
): Promise<Shown | void> {
  const { map: file, jsonl } = options
  if (file === '-' && (jsonl || isFromStandardInput(words, options)))
    throw new CliError('usage', 'The map and the text cannot both come from the standard input.')
  const { restoreText } = await import('@varve/app/guard-tools')
  if (jsonl) {
    refuseTextBeside(words, options)
    const shared = file === undefined ? undefined : parseMap(await readJson(file, call))
    const allGood = await runLines(call, ({ text, map }) => ({
      text: restoreText(requireText(text), map === undefined && shared ? shared : parseMap(map)),
    }))
    if (!allGood) throw new CliError('line-failed', 'Some lines could not be restored; each says why.')
    return
  }
  if (file === undefined) throw new CliError('usage', 'Name the file with the map: --map FILE.')
  const map = parseMap(await readJson(file, call))
  const given = await readGuardText(words, options, call)
  const text = restoreText(given.text, map)
  return { json: { text }, text: `${text}${given.lineEnd}` }
}

function parseMap(value: unknown): RedactionMap {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isMap || !Object.values(value).every((one) => typeof one === 'string'))
    throw new CliError('input-malformed', '"map" must give a text for each placeholder.')
  return value as RedactionMap
}
