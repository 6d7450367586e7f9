import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { beginFirstRun, endFirstRun } from '../database/index-file.ts'
import { inTransaction } from '../database/sqlite.ts'
import { type Parse, parseAhead } from '../parse/parse-pool.ts'
import type { Changes } from '../scan/scan-workspace.ts'
import type { RunGate } from '../thread/run-gate.ts'
import type { IndexWriter, LinkTable, ResolveLink } from './index-writer.ts'

export interface WriteChangesOptions {
  readonly connection: DatabaseSync
  readonly writer: IndexWriter
  readonly links: LinkTable
  readonly parse: Parse
  /** Groups of files that are parsed while one is written. */
  readonly ahead: number
  readonly gate: RunGate
  /** The most that one transaction may hold; undefined for the default. */
  readonly transactionBytes?: number | undefined
  readonly onWritten: (files: number, last: string) => void
  /** The index was empty before. */
  readonly isFirst: boolean
  /** An earlier run was cut off: links may be wrong as a whole. */
  readonly isRepair: boolean
}

/** Applies changes to the index. It is marked unfinished until the last step is done. */
export async function writeChanges(changes: Changes, options: WriteChangesOptions): Promise<void> {
  const { connection, writer, links, isFirst, isRepair } = options
  const { added, removed } = changes
  try {
    if (added.length + removed.length > 0) links.expect(added, removed)
    inTransaction(connection, () => {
      writer.setMeta('state', 'unfinished')
      if (isFirst) beginFirstRun(connection)
      for (const path of removed) writer.remove(path)
    })
    const gone = await writeFiles(changes, options)
    await options.gate.pass()
    if (gone.length > 0) links.expect([], gone)
    inTransaction(connection, () => {
      if (isFirst || isRepair) endFirstRun(connection)
      // In a first run every link was resolved over the files as they are at the end.
      links.repair(isRepair ? 'all' : isFirst ? gone : [...added, ...removed, ...gone])
      writer.setMeta('state', 'whole')
    })
  } catch (error) {
    links.forget()
    throw error
  }
}

/** Returns the paths of files that were removed before they could be read. */
async function writeFiles({ jobs }: Changes, options: WriteChangesOptions): Promise<readonly string[]> {
  const { connection, writer, links, gate, isFirst, onWritten } = options
  const gone: string[] = []
  const transaction = new OpenTransaction(connection, options.transactionBytes)
  const resolve: ResolveLink = (from, link) => links.resolve(from, link)
  const pdfs = jobs.filter(({ file }) => file.kind === 'pdf')
  const others = jobs.filter(({ file }) => file.kind !== 'pdf')
  try {
    for (const some of [others, pdfs]) {
      for await (const group of parseAhead(some, options)) {
        if (gate.isPaused) transaction.commit()
        await gate.pass()
        const bytes = group.reduce((sum, file) => sum + (file.kind === 'file' ? file.bytes : 0), 0)
        transaction.write(bytes, () => writer.write(group, { resolve, isFirst }))
        for (const file of group) if (file.kind === 'gone') gone.push(file.path)
        const last = group.at(-1)
        if (last) onWritten(group.length, last.path)
        await setImmediate()
        // A PDF may take long: commit, so that everything before it is searchable.
        if (gate.isPaused || some === pdfs) transaction.commit()
      }
      transaction.commit()
    }
  } finally {
    // Also where the run was stopped: what was written is whole, and need not be read again.
    transaction.commit()
  }
  return gone
}

/** With every commit the words gathered in memory are written out. */
const MOST_BYTES = 64 * 1024 * 1024
/** The first commit comes soon, so that something can be found; later ones are larger, since those cost less. */
const FIRST_MILLISECONDS = 500
const MOST_MILLISECONDS = 8000

/** A transaction that stays open over several groups. */
class OpenTransaction {
  readonly #connection: DatabaseSync
  readonly #mostBytes: number
  #bytes = 0
  #begun = 0
  #milliseconds = FIRST_MILLISECONDS

  constructor(connection: DatabaseSync, mostBytes = MOST_BYTES) {
    this.#connection = connection
    this.#mostBytes = mostBytes
  }

  /** One group, all of it or nothing. */
  write(bytes: number, work: () => void): void {
    if (!this.#connection.isTransaction) {
      this.#connection.exec('begin immediate')
      this.#begun = performance.now()
      this.#bytes = 0
    }
    this.#orRollBack(work)
    this.#bytes += bytes
    if (this.#bytes < this.#mostBytes && performance.now() - this.#begun < this.#milliseconds) return
    this.commit()
    this.#milliseconds = Math.min(MOST_MILLISECONDS, this.#milliseconds * 2)
  }

  commit(): void {
    if (this.#connection.isTransaction) this.#orRollBack(() => this.#connection.exec('commit'))
  }

  #orRollBack(work: () => void): void {
    try {
      work()
    } catch (error) {
      // An error of the disk may have ended the transaction already.
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
      throw error
    }
  }
}
