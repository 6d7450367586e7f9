import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type AppEvent, makePrivateFolder, type Observer } from '@varve/app'
import { pino } from 'pino'

interface LogFileOptions {
  readonly folder: string
  /** A file that has grown to this is put aside. */
  readonly maximumBytes: number
  /** How many are kept beside the one that is being written; at least 1. */
  readonly kept: number
}

/**
 * A log of bounded size: `varve.log`, and before it `varve.1.log` and so on. Lines are written immediately,
 * so that the last one before a crash is there; there are a handful per turn.
 */
export class LogFile {
  readonly #options: LogFileOptions
  /** Undefined while it is closed: its number may be that of another file by then. */
  #descriptor: number | undefined
  #bytes: number

  constructor(options: LogFileOptions) {
    this.#options = options
    makePrivateFolder(options.folder)
    this.#descriptor = this.#open()
    this.#bytes = fstatSync(this.#descriptor).size
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#bytes > 0 && this.#bytes + bytes > this.#options.maximumBytes) this.#rotate()
    this.#descriptor ??= this.#open()
    writeSync(this.#descriptor, line)
    this.#bytes += bytes
  }

  close(): void {
    const descriptor = this.#descriptor
    this.#descriptor = undefined
    if (descriptor !== undefined) closeSync(descriptor)
  }

  /** Where it cannot be put aside, the next line tries again: a log without end would be worse than one with gaps. */
  #rotate(): void {
    this.close()
    for (let number = this.#options.kept; number > 0; number -= 1) {
      const from = this.#path(number - 1)
      if (existsSync(from)) renameSync(from, this.#path(number))
    }
    this.#bytes = 0
  }

  /** Readable by the owner only. */
  #open(): number {
    return openSync(this.#path(0), 'a', 0o600)
  }

  #path(number: number): string {
    return join(this.#options.folder, number === 0 ? 'varve.log' : `varve.${number}.log`)
  }
}

/** Longer than the beginning of any sentence of ours. */
const MAXIMUM = 100

export interface LogObserver {
  readonly observe: Observer
  /** An error outside any request. */
  readonly problem: (message: string) => void
  readonly close: () => void
}

/** Field names that could hold a secret or a text. No event has them; this is a second safeguard. */
const NAMES = ['key', 'apiKey', 'token', 'authorization', 'password', 'text', 'content', 'message', 'path']
const REDACTED = NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** Events as lines of JSON: ids, numbers and closed sets of words. */
export function openLog(options: LogFileOptions & { readonly version: string }): LogObserver {
  const file = new LogFile(options)
  const log = pino(
    {
      base: { version: options.version },
      redact: { paths: REDACTED, censor: '[redacted]' },
      formatters: { level: (level) => ({ level }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    { write: (line) => file.write(line) },
  )
  return {
    observe: (event) => {
      const { kind, ...fields } = event
      log[levelOf(event)]({ event: kind, ...fields })
    },
    problem: (message) => log.error({ event: 'problem', words: describeProblem(message) }),
    close: () => file.close(),
  }
}

function levelOf(event: AppEvent): 'info' | 'warn' | 'error' {
  switch (event.kind) {
    case 'call-ended':
      return event.status === 'failed' ? 'error' : 'info'
    case 'commit-slow':
      return 'warn'
    case 'index-changed':
      return event.state === 'failed' ? 'error' : 'info'
    case 'tool-ran':
      return event.outcome === 'failed' ? 'warn' : 'info'
    case 'turn-prepared':
    case 'call-started':
    case 'call-first-byte':
      return 'info'
    default:
      return event satisfies never
  }
}

/**
 * How a report begins. Ours begin in words of our own and name the particular after a colon or in quotes; an error of
 * the runtime may repeat there what it was given. So nothing from there on is kept.
 */
export function describeProblem(message: string): string {
  const [beginning = ''] = message.split(/[:"'`“‘«\n\r]/u)
  return beginning.trim().slice(0, MAXIMUM)
}
