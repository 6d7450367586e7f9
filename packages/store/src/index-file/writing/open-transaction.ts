import type { DatabaseSync } from 'node:sqlite'

/** What one transaction may hold: with every commit the words gathered in memory are written out. */
const MOST_BYTES = 64 * 1024 * 1024
/** The first commit comes soon, so that something can be found; later ones are larger, since those cost less. */
const FIRST_MILLISECONDS = 500
const MOST_MILLISECONDS = 8000

/** A transaction that stays open over several steps, and is committed before it grows old, whatever is waited for. */
export class OpenTransaction {
  readonly #connection: DatabaseSync
  readonly #mostBytes: number
  #bytes = 0
  #milliseconds = FIRST_MILLISECONDS
  #timer: NodeJS.Timeout | undefined
  #failure: { readonly error: unknown } | undefined

  constructor(connection: DatabaseSync, mostBytes = MOST_BYTES) {
    this.#connection = connection
    this.#mostBytes = mostBytes
  }

  /** One step, all of it or nothing. */
  write(bytes: number, step: () => void): void {
    this.#begin()
    try {
      step()
    } catch (error) {
      this.#end('rollback')
      throw error
    }
    this.#bytes += bytes
    if (this.#bytes >= this.#mostBytes) this.commit()
  }

  commit(): void {
    if (this.#failure) throw this.#failure.error
    this.#end('commit')
  }

  #begin(): void {
    if (this.#failure) throw this.#failure.error
    if (this.#timer) return
    this.#connection.exec('begin immediate')
    this.#timer = setTimeout(() => this.#commitInTime(), this.#milliseconds)
    this.#milliseconds = Math.min(MOST_MILLISECONDS, this.#milliseconds * 2)
  }

  /** Nobody waits for it: what goes wrong is told to the next step. */
  #commitInTime(): void {
    try {
      this.#end('commit')
    } catch (error) {
      this.#failure = { error }
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
    }
  }

  #end(how: 'commit' | 'rollback'): void {
    if (!this.#timer) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#bytes = 0
    // An error of the disk may have ended the transaction already.
    if (this.#connection.isTransaction) this.#connection.exec(how)
  }
}
