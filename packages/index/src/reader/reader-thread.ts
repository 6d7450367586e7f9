/** Answers queries over its own connection, so that no search waits for a write. */
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { openIndexForReading } from '../database/index-file.ts'
import { IndexError } from '../index-error.ts'
import { serveCalls } from '../thread/calls.ts'
import { IndexQueries } from './index-queries.ts'

/** The reading side of an index file, which may be replaced by another process at any time. */
export class IndexReader {
  readonly #file: string
  #opened:
    | { readonly connection: DatabaseSync; readonly inode: number; readonly queries: IndexQueries }
    | undefined
  #isDetached = false

  constructor(file: string) {
    this.#file = file
  }

  /** The caller's side knows what each question takes and gives. */
  ask(name: keyof IndexQueries, input: readonly unknown[]): unknown {
    const queries = this.#open()
    const answer = queries[name] as (...values: unknown[]) => unknown
    return answer.apply(queries, [...input])
  }

  /** Lets go of the file, so that it can be replaced. */
  detach(): void {
    this.#isDetached = true
    this.#opened?.connection.close()
    this.#opened = undefined
  }

  attach(): void {
    this.#isDetached = false
  }

  close(): void {
    this.detach()
  }

  #open(): IndexQueries {
    if (this.#isDetached) throw new IndexError('closed', 'The index is closed.')
    const inode = statSync(this.#file, { throwIfNoEntry: false })?.ino ?? -1
    if (this.#opened?.inode === inode) return this.#opened.queries
    this.#opened?.connection.close()
    const connection = openIndexForReading(this.#file)
    this.#opened = { connection, inode, queries: new IndexQueries(connection) }
    return this.#opened.queries
  }
}

if (!parentPort) throw new IndexError('failed', 'Searches run in a worker thread only.')
serveCalls(parentPort, new IndexReader((workerData as { readonly file: string }).file))
