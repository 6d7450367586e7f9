import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Finding } from '@varve/app'
import type { Call } from '../call.ts'
import type { Group, Shown } from '../command.ts'
import { CliError } from '../errors.ts'
import { countOf, plainText } from '../text.ts'

const SEVERITIES = ['critical', 'high', 'moderate', 'low'] as const
type Severity = (typeof SEVERITIES)[number]

/** `varve hook`: a hook of git that looks for private data in what is about to be committed. */
export function addHookCommands(program: Group): void {
  const hook = program.group('hook', 'check each commit for private data and secrets', HELP)
  hook
    .command('install', 'install a pre-commit hook in the current repository')
    .option('--fail-on <severity>', 'stop a commit whose findings are at least this severe', {
      choices: SEVERITIES,
      default: 'high',
    })
    .option('--json', 'as JSON')
    .run(install)
  hook.command('uninstall', 'remove the installed hook').option('--json', 'as JSON').run(uninstall)
  hook
    .command('run', 'check the lines that the next commit adds, as the hook does')
    .option('--fail-on <severity>', 'exit with code 3 if a finding is at least this severe', {
      choices: SEVERITIES,
      default: 'high',
    })
    .option('--json', 'as JSON')
    .run(run)
}

const HELP = `
The output masks the values. To commit anyway: git commit --no-verify. A hook that another program wrote is never
changed; you are shown the line to add to it. Other hook folders (core.hooksPath) and Husky work too.

Examples:
  varve hook install --fail-on critical
  varve hook run`

/** How a hook of ours is told from anybody else's. */
const MARK = '# varve hook: written by "varve hook install"; "varve hook uninstall" removes it'

interface Options {
  readonly failOn: Severity
}

async function install(call: Call, { failOn }: Options): Promise<Shown> {
  const path = await hookPath(call)
  const known = readIfThere(path)
  const line = `varve hook run --fail-on ${failOn}`
  if (known !== undefined && !known.includes(MARK))
    throw new CliError(
      'output-unwritable',
      `${path} is a hook of something else, and stays as it is. To have both, add this line to it: ${line}`,
    )
  const launcher = fileURLToPath(new URL('../../bin/varve.js', import.meta.url))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, hookText(line, launcher))
  chmodSync(path, 0o755)
  return {
    json: { path, failOn },
    words: `${path} looks for private data before each commit, and stops one with ${failOn === 'critical' ? 'a critical finding' : `a finding that is ${failOn} or higher`}.`,
  }
}

/** Programs with windows start git without the PATH of a shell: then it is found where it was installed from. */
function hookText(line: string, launcher: string): string {
  const quoted = [process.execPath, launcher].map((path) => `'${path.replaceAll("'", String.raw`'\''`)}'`)
  return `#!/bin/sh
${MARK}
if command -v varve >/dev/null 2>&1; then
  exec ${line}
fi
exec ${quoted.join(' ')} ${line.replace(/^varve /, '')}
`
}

async function uninstall(call: Call): Promise<Shown> {
  const path = await hookPath(call)
  const known = readIfThere(path)
  if (known === undefined) return { json: { removed: false }, words: 'There is no pre-commit hook here.' }
  if (!known.includes(MARK))
    throw new CliError('output-unwritable', `${path} is a hook of something else, and stays as it is.`)
  rmSync(path)
  return { json: { removed: true, path }, words: `${path} is removed.` }
}

interface Found extends Finding {
  readonly path: string
  readonly line: number
  readonly masked: string
}

async function run(call: Call, { failOn, json }: Options & { readonly json?: boolean }): Promise<void> {
  const diff = await git(call, [
    '-c',
    'core.quotePath=false',
    ...'diff --cached --no-color --no-ext-diff --no-textconv --unified=0 --diff-filter=ACMR'.split(' '),
    '--src-prefix=a/',
    '--dst-prefix=b/',
  ])
  const added = addedLines(diff)
  const { findingsFrom, maskValue, scanText } = await import('@varve/app/guard-tools')
  const found = added.flatMap(({ path, numbers, text }): readonly Found[] =>
    scanText(text, {}).map((finding) => {
      const masked = maskValue(finding.type, text.slice(finding.start, finding.end)).replaceAll('\n', ' ')
      const line = numbers[text.slice(0, finding.start).split('\n').length - 1] ?? 1
      return { ...finding, path, line, masked }
    }),
  )
  const severe = findingsFrom(failOn, found).length
  if (json) await call.output.write(`${JSON.stringify(found.map(viewOf))}\n`)
  else for (const each of found) await call.output.write(`${lineOf(each, call)}\n`)
  if (severe > 0)
    throw new CliError(
      'private-found',
      `The commit was stopped: ${countOf(severe, 'finding')} ${severe === 1 ? 'is' : 'are'} ${failOn === 'critical' ? 'critical' : `${failOn} or higher`}. Take it out, or commit with --no-verify.`,
    )
}

function viewOf({ path, line, type, severity, confidence, masked }: Found): object {
  return { path, line, type, severity, confidence, masked }
}

function lineOf({ path, line, severity, type, masked }: Found, { paint }: Call): string {
  const shown = severity === 'critical' || severity === 'high' ? paint('red', severity) : severity
  return `${plainText(path)}:${line}  ${shown}  ${type}  ${plainText(masked)}`
}

interface Added {
  readonly path: string
  /** The number that each line of the text has in its file. */
  readonly numbers: readonly number[]
  readonly text: string
}

/** What a diff without context adds, file by file. */
export function addedLines(diff: string): readonly Added[] {
  const files: { path: string; numbers: number[]; lines: string[] }[] = []
  let next = 0
  /** Lines of a hunk that are still to come: one that begins like a header is none in it. */
  let left = 0
  for (const line of diff.split('\n')) {
    if (left > 0 && (line.startsWith('+') || line.startsWith('-'))) {
      left -= 1
      if (line.startsWith('-')) continue
      const file = files.at(-1)
      file?.lines.push(line.slice(1))
      file?.numbers.push(next)
      next += 1
      continue
    }
    const [, removed = '1', start, count = '1'] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (start !== undefined) {
      next = Number(start)
      left = Number(removed) + Number(count)
    } else if (line.startsWith('+++ ')) files.push({ path: pathIn(line.slice(4)), numbers: [], lines: [] })
  }
  return files.map(({ path, numbers, lines }) => ({ path, numbers, text: lines.join('\n') }))
}

/** Names with signs that git does not print stand in quotation marks. */
function pathIn(name: string): string {
  const plain = name.startsWith('"') ? name.slice(1, -1) : name.replace(/\t$/, '')
  return plain.replace(/^b\//, '')
}

/** As git finds it, also where the hooks of a repository are in another folder. Husky writes its own anew, and runs those beside them. */
async function hookPath(call: Call): Promise<string> {
  const path = (await git(call, ['rev-parse', '--git-path', 'hooks'])).trim()
  const folder = resolve(call.cwd, path)
  return join(/[/\\]\.husky[/\\]_$/.test(folder) ? dirname(folder) : folder, 'pre-commit')
}

const MOST_BYTES = 256 * 1024 * 1024

async function git({ cwd }: Pick<Call, 'cwd'>, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', args, { cwd, maxBuffer: MOST_BYTES })
    return stdout
  } catch (error) {
    const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string }
    const message =
      code === 'ENOENT'
        ? 'git was not found. Install it, or add it to PATH.'
        : `git refused: ${(stderr ?? '').trim().split('\n')[0] ?? ''}. Run this inside a repository.`
    throw new CliError('input-unreadable', message, { cause: error })
  }
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
