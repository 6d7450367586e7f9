import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '@varve/app'

export interface LogFileOptions {
  readonly folder: string
  /** A file that has grown to this is put aside. */
  readonly maximumBytes: number
  /** How many are kept beside the one that is being written; at least 1. */
  readonly kept: number
}

/**
 * A log that does not grow without end: `varve.log`, and before it `varve.1.log` and so on. Lines are written at once,
 * so that the last one before a crash is there; there are a handful for each turn.
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

  /** Readable by nobody else. */
  #open(): number {
    return openSync(this.#path(0), 'a', 0o600)
  }

  #path(number: number): string {
    return join(this.#options.folder, number === 0 ? 'varve.log' : `varve.${number}.log`)
  }
}
