import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Io } from '../call.ts'
import { main } from '../main.ts'

export const VARVE = fileURLToPath(new URL('../../bin/varve.js', import.meta.url))

export interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Given extends Partial<Omit<Io, 'stdin' | 'stdout' | 'stderr' | 'exit'>> {
  readonly input?: string | AsyncIterable<unknown>
  /** A person sits at the standard input, or watches the standard output. */
  readonly isTyped?: boolean
  readonly isScreen?: boolean
  /** Called with each piece as it is printed. */
  readonly heard?: (text: string) => void
  /** The same for the standard error. */
  readonly heardError?: (text: string) => void
}

/** The whole command line in this process, on its own streams: its output and its exit code. */
export async function varve(
  args: readonly string[],
  { input = '', isTyped = false, isScreen = false, heard, heardError, ...given }: Given = {},
): Promise<Run> {
  const printed = { stdout: '', stderr: '' }
  const into = (name: keyof typeof printed): Writable =>
    new Writable({
      decodeStrings: false,
      write: (chunk: string | Buffer, _encoding, done) => {
        printed[name] += chunk.toString()
        if (name === 'stdout') heard?.(chunk.toString())
        else (heardError ?? heard)?.(chunk.toString())
        done()
      },
    })
  let status = 0
  await main(args, {
    stdin: Object.assign(Readable.from(typeof input === 'string' ? [Buffer.from(input)] : input), {
      isTTY: isTyped,
    }),
    stdout: Object.assign(into('stdout'), { isTTY: isScreen }),
    stderr: into('stderr'),
    home: given.env?.VARVE_HOME ?? tmpdir(),
    platform: 'linux',
    cwd: process.cwd(),
    isPipe: () => input !== '',
    stopped: () => new Promise(() => undefined),
    ...given,
    env: { ...given.env },
    exit: (code) => {
      status = code
    },
  })
  return { status, ...printed }
}

type Options = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** `varve <command> <words> --option value …`, with options by the names that commands know them by. */
export function argumentsOf(command: string, words: readonly string[] = [], options: Options = {}): string[] {
  const flags = Object.entries(options).flatMap(([name, value]) => {
    const flag =
      name.length === 1 ? `-${name}` : `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    if (value === undefined) return []
    if (typeof value === 'boolean') return value ? [flag] : []
    return [value].flat().flatMap((each) => [flag, String(each)])
  })
  return [...command.split(' '), ...words, ...flags]
}

export type RunCommand = (
  command: string,
  words?: readonly string[],
  options?: Options,
  given?: Given,
) => Promise<Run>

/** Runs commands in this process, on the home that there is when each is called. */
export function runsOn(home: () => string): RunCommand {
  return (command, words, options, given) =>
    varve(argumentsOf(command, words, options), { ...given, env: { VARVE_HOME: home(), ...given?.env } })
}

/** A separate home folder for commands on folders and workspaces. */
export interface CommandHome {
  readonly base: string
  readonly run: RunCommand
  /** A new workspace in the database, by its id. */
  readonly inDatabase: (name?: string) => Promise<string>
  /** An empty folder. */
  readonly inFolder: () => Promise<string>
  readonly remove: () => void
}

export function commandHome(): CommandHome {
  const base = mkdtempSync(join(tmpdir(), 'varve-command-'))
  const run = runsOn(() => base)
  return {
    base,
    run,
    inDatabase: async (name = 'Mine') => (await run('files create', [name])).stdout.trim(),
    inFolder: () => {
      mkdirSync(join(base, 'notes'))
      return Promise.resolve(join(base, 'notes'))
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

/** The whole command in a separate process: for launchers, broken pipes and the like. */
export function spawnVarve(
  args: readonly string[],
  options: { readonly input?: string; readonly cwd?: string; readonly env?: object } = {},
): Run {
  const { env, ...rest } = options
  const { status, stdout, stderr } = spawnSync(process.execPath, [VARVE, ...args], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    ...rest,
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}

/** The lines of JSON that a command printed. */
export function jsonLines({ stdout }: Run): readonly Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
