#!/usr/bin/env node
/** `npx @varve/guard`: the scanner for hooks, pipelines and shells. Reads files or the standard input; sends nothing anywhere. */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  COUNTRY_CODES,
  type Finding,
  findingsFrom,
  maskValue,
  NO_REDACTIONS,
  type RedactionMap,
  redactText,
  restoreText,
  type ScanOptions,
  scanText,
  SEVERITIES,
  type Severity,
} from '@varve/guard'

const HELP = `Finds private data and secrets, replaces them, puts them back.

varve-guard scan [files]             what was found, one finding per line, values masked
varve-guard redact [file]            the text with placeholders such as <<EMAIL_1>>
varve-guard restore --map F [file]   the text with the values back in place

Without a file, or with -, it reads the standard input. Nothing leaves this machine.

  --fail-on SEVERITY     scan: exit with 3 if a finding is critical, high, moderate or low, or more severe
  --from SEVERITY        redact: the least severe finding to replace (default: low)
  --map FILE             redact: write what the placeholders stand for; restore: read it
  --config FILE          JSON with "allow", "custom", "jurisdictions", "sensitivity"
  --jurisdiction CODES   whose rules matter most, such as US,FR
  --json                 scan: all findings as JSON; redact: {"text","map"}
  --github               scan: as annotations of GitHub Actions

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 found what --fail-on names.
Example:
  git diff --cached --name-only -z --diff-filter=ACM | xargs -0 npx @varve/guard scan --fail-on high
`

const OPTIONS = {
  'fail-on': { type: 'string' },
  from: { type: 'string' },
  map: { type: 'string' },
  config: { type: 'string' },
  jurisdiction: { type: 'string' },
  json: { type: 'boolean' },
  github: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const CONFIG_NAMES = ['allow', 'custom', 'jurisdictions', 'sensitivity']

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values']

class UsageError extends Error {}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(`varve-guard: ${message}`)
  const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
  if (isUsage) console.error('Try varve-guard --help.')
  process.exitCode = isUsage ? 2 : 1
}

function main(words: readonly string[]): number {
  const { values, positionals } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true })
  const [verb, ...files] = positionals
  if (values.help || verb === undefined || verb === 'help') {
    process.stdout.write(HELP)
    return verb === undefined && !values.help ? 2 : 0
  }
  switch (verb) {
    case 'scan':
      return scan(files, values)
    case 'redact':
      return redact(onlyFile(files), values)
    case 'restore':
      return restore(onlyFile(files), values)
    default:
      throw new UsageError(`There is no command "${verb}".`)
  }
}

interface Located extends Finding {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly masked: string
}

/** Everything is scanned before anything is said, so that one bad file doesn't hide the others. */
function scan(files: readonly string[], values: Values): number {
  const failOn = severityOf(values['fail-on'], '--fail-on')
  const options = scanOptionsOf(values)
  const found: Located[] = []
  let unreadable = 0
  for (const file of files.length === 0 ? ['-'] : files)
    try {
      const text = readText(file)
      if (text !== undefined) found.push(...locate(file, text, scanText(text, options)))
    } catch (error) {
      unreadable += 1
      console.error(`varve-guard: ${file} could not be read: ${(error as Error).message}`)
    }
  if (values.json) console.log(JSON.stringify({ findings: found }))
  else for (const finding of found) console.log(values.github ? annotation(finding, failOn) : line(finding))
  const severe = failOn === undefined ? 0 : findingsFrom(failOn, found).length
  if (severe > 0) console.error(`${severe} of ${found.length} findings: ${failOn} or more severe.`)
  else if (found.length + unreadable === 0) console.error('Nothing was found. No scanner finds everything.')
  return severe > 0 ? 3 : unreadable > 0 ? 1 : 0
}

function redact(file: string, values: Values): number {
  const text = readText(file)
  if (text === undefined) throw new Error(`${file} is not a text.`)
  const from = severityOf(values.from, '--from') ?? 'low'
  const { text: redacted, state } = redactText(
    NO_REDACTIONS,
    text,
    findingsFrom(from, scanText(text, scanOptionsOf(values))),
  )
  const map = state.values
  // Never over another map, whose values would be lost; and for its owner alone.
  if (values.map !== undefined)
    writeFileSync(values.map, `${JSON.stringify(map, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 })
  else if (!values.json && Object.keys(map).length > 0)
    console.error(
      'What the placeholders stand for is not kept. To restore it later, use --map FILE or --json.',
    )
  process.stdout.write(values.json ? `${JSON.stringify({ text: redacted, map })}\n` : redacted)
  return 0
}

function restore(file: string, values: Values): number {
  if (values.map === undefined) throw new UsageError('Name the file that redact wrote: --map FILE.')
  const map = readJson(values.map)
  if (!Object.values(map).every((one) => typeof one === 'string'))
    throw new Error(`${values.map} must have a text for each placeholder.`)
  const text = readText(file)
  if (text === undefined) throw new Error(`${file} is not a text.`)
  process.stdout.write(restoreText(text, map as RedactionMap))
  return 0
}

function onlyFile([file = '-', ...more]: readonly string[]): string {
  if (more.length > 0) throw new UsageError('Give one file at a time.')
  return file
}

/** Undefined for a picture or a program: there are zero bytes in it. */
function readText(file: string): string | undefined {
  const bytes = readFileSync(file === '-' ? 0 : file)
  return bytes.includes(0) ? undefined : bytes.toString('utf8')
}

function readJson(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Error(`${file} is not a JSON object.`)
}

function scanOptionsOf({ config, jurisdiction }: Values): ScanOptions {
  const given = config === undefined ? {} : readJson(config)
  const unknown = Object.keys(given).find((name) => !CONFIG_NAMES.includes(name))
  if (unknown !== undefined)
    throw new UsageError(`${config} has an unknown field "${unknown}"; known are ${CONFIG_NAMES.join(', ')}.`)
  if (jurisdiction === undefined) return given
  const jurisdictions = jurisdiction.split(',').map((code) => code.trim())
  const wrong = jurisdictions.find((code) => !isCountry(code.split('-')[0] ?? ''))
  if (wrong !== undefined)
    throw new UsageError(`"${wrong}" is not a jurisdiction; use codes such as US, UK or FR.`)
  return { ...given, jurisdictions }
}

function isCountry(code: string): boolean {
  return COUNTRY_CODES.has(code.toUpperCase()) || ['EU', 'EL', 'UK'].includes(code.toUpperCase())
}

function severityOf(value: string | undefined, option: string): Severity | undefined {
  if (value === undefined) return undefined
  const severity = SEVERITIES.find((one) => one === value)
  if (!severity) throw new UsageError(`${option} takes ${SEVERITIES.join(', ')}.`)
  return severity
}

function locate(file: string, text: string, findings: readonly Finding[]): Located[] {
  let number = 1
  let start = 0
  return findings.map((finding) => {
    for (let next = text.indexOf('\n', start); next >= 0 && next < finding.start; ) {
      number += 1
      start = next + 1
      next = text.indexOf('\n', start)
    }
    const value = text.slice(finding.start, finding.end)
    const masked = maskValue(finding.type, value).replaceAll('\n', ' ')
    return { ...finding, file, line: number, column: finding.start - start + 1, masked }
  })
}

function line({ file, line: number, column, severity, type, masked }: Located): string {
  return `${file === '-' ? '' : `${file}:`}${number}:${column}  ${severity}  ${type}  ${masked}`
}

function annotation(
  { file, line: number, column, severity, type, masked }: Located,
  failOn?: Severity,
): string {
  const isError = failOn !== undefined && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn)
  const escaped = (text: string): string =>
    text.replace(
      /[%\r\n:,]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
  return `::${isError ? 'error' : 'warning'} file=${escaped(file)},line=${number},col=${column}::${type} (${severity}): ${escaped(masked)}`
}
