import { randomUUID } from 'node:crypto'
import { fstatSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { OpenAppOptions } from '@varve/app'
import type { Output } from './output.ts'
import { type Paint, paintFor } from './paint.ts'
import { findDatabase, findPaths, masterKeyPlace, type Paths, type Surroundings } from './paths.ts'
import { plainText } from './text.ts'

/** What the program reaches of the world. */
export interface Io extends Surroundings {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** The standard input is a pipe of a shell or a file: it ends, and its content was meant as input. */
  readonly isPipe: () => boolean
  /** Resolves when the user wants the program to stop. */
  readonly stopped: () => Promise<void>
  /** Sets the exit code; it is not forced, so that output is not cut. */
  readonly exit: (code: number) => void
  readonly checkout?: Checkout
  readonly now?: () => number
}

/** The parts of Varve that are files and not code. */
export interface Checkout {
  readonly version: string
  readonly web: string
  readonly engine: string
  readonly demoVault: string
  readonly demoName: string
}

/** One call of a command: what it reads, where it prints, and where the user's data is. */
export interface Call extends Pick<Io, 'stdout' | 'cwd' | 'isPipe' | 'stopped'> {
  readonly input: Io['stdin']
  readonly output: Output
  /** A line to the standard error. */
  readonly report: (line: string) => void
  /** To the standard error, as it is. */
  readonly write: (text: string) => void
  /** A line on the standard error that the next one overwrites, and none removes; only where a person watches. */
  readonly progress: (line?: string) => void
  readonly surroundings: Surroundings
  readonly checkout: Checkout
  readonly paths: Paths
  /** The Varve on another machine, or at another address, that does the work. */
  readonly server: ServerNamed | undefined
  /** A person sits at the standard input, watches the standard output, watches the standard error. */
  readonly isTyped: boolean
  readonly isScreen: boolean
  readonly isWatched: boolean
  /** For the standard output, and for the standard error. */
  readonly paint: Paint
  readonly paintError: Paint
  readonly now: () => number
  /** Milliseconds from any start. */
  readonly timer: () => number
}

/** What holds for every command, and what one of them says about where its data is. */
export interface CallOptions {
  readonly data?: string
  readonly server?: string
  readonly keyFile?: string
  /** `--no-color`. */
  readonly color?: boolean
}

/** By `--server` or `VARVE_SERVER`. */
interface ServerNamed {
  readonly address: string
  readonly keyFile: string | undefined
}

export function openCall(io: Io, output: Output, options: CallOptions = {}): Call {
  const { data, keyFile } = options
  const address = options.server ?? nonEmpty(io.env['VARVE_SERVER'])
  const { env, home, platform, stdin, stdout, stderr, cwd, isPipe, stopped } = io
  const surroundings = { env, home, platform }
  const write = (text: string): void => void stderr.write(text)
  const { color } = options
  const paintError = paintFor({ env, color, isTTY: stderr.isTTY ?? false })
  return {
    input: stdin,
    stdout,
    cwd,
    isPipe,
    stopped,
    output,
    write,
    progress: (line = '') => {
      // One that is wrapped leaves its beginning behind.
      if (stderr.isTTY) write(`\r\u001b[2K${plainText(line).slice(0, (stderr.columns || 100) - 1)}`)
    },
    report: (line) => write(`${paintError('dim', 'varve:')} ${line}\n`),
    surroundings,
    checkout: io.checkout ?? findCheckout(),
    // Some data refers to this path, which must be valid from any working directory.
    paths: findPaths(surroundings, data === undefined ? undefined : resolve(cwd, data)),
    server: address === undefined ? undefined : { address, keyFile },
    isTyped: stdin.isTTY ?? false,
    isScreen: stdout.isTTY ?? false,
    isWatched: stderr.isTTY ?? false,
    paint: paintFor({ env, color, isTTY: stdout.isTTY ?? false }),
    paintError,
    now: io.now ?? Date.now,
    timer: () => performance.now(),
  }
}

export function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text
}

/** What the whole app is opened with by a command: its data, its demo and the user's own settings. */
export function appOptions(options: { readonly database?: string }, call: Call): OpenAppOptions {
  const { surroundings, checkout, paths, report } = call
  return {
    ...dataOptions(findDatabase(options, paths, surroundings), call),
    demo: { vault: checkout.demoVault, name: checkout.demoName },
    home: surroundings.home,
    providers: { environment: surroundings.env, config: paths.config },
    masterKey: masterKeyPlace(surroundings, paths),
    report,
  }
}

/** What every part of the app is opened with that works on the user's data. */
export function dataOptions(database: string, { paths, now }: Call) {
  return { database, dataFolder: paths.data, clock: { now }, newId: randomUUID }
}

export function processIo(): Io {
  const { stdin, stdout, stderr, env, platform } = process
  return {
    stdin,
    stdout,
    stderr,
    env,
    platform,
    home: homedir(),
    cwd: process.cwd(),
    isPipe: isPipeOrFile,
    stopped: untilSignal,
    exit: (code) => {
      process.exitCode = code
    },
  }
}

/** A program that starts this one may leave its end of a socket open for ever; a shell gives a pipe or a file. */
function isPipeOrFile(): boolean {
  try {
    const input = fstatSync(0)
    return input.isFIFO() || input.isFile()
  } catch {
    return false
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const PATIENCE_MILLISECONDS = 5000

/**
 * Resolves at the first signal to stop. Further ones are ignored, since a terminal and a launcher may both
 * pass on the same Ctrl-C; a close that hangs is ended by force.
 */
function untilSignal(): Promise<void> {
  return new Promise((stop) => {
    for (const signal of SIGNALS)
      process.on(signal, () => {
        setTimeout(() => process.exit(1), PATIENCE_MILLISECONDS).unref()
        stop()
      })
  })
}

export function findCheckout(): Checkout {
  const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
  const manifest = JSON.parse(readFileSync(at('../package.json'), 'utf8')) as { readonly version: string }
  return {
    version: manifest.version,
    web: at('../../web'),
    engine: at('../../engine/src'),
    demoVault: at('../../../examples/demo-vault'),
    demoName: 'Slackwater Studio',
  }
}
