import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { Changes } from '../looking/find-changes.ts'
import { beginFirstIndex, createLateIndexes, endFirstIndex } from '../database/first-index.ts'
import type { IndexWriter, ResolveLink } from './index-writer.ts'
import type { LinkTable } from './link-table.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { OpenTransaction } from './open-transaction.ts'
import type { EarlyFiles } from '../preparing/early-files.ts'
import type { FileGroup } from '../preparing/file-group.ts'
import { prepareAhead, type PrepareAheadOptions } from '../preparing/prepare-ahead.ts'
import type { FileJob, Prepared } from '../preparing/prepared-file.ts'

export interface WriteChangesOptions extends Omit<PrepareAheadOptions, 'early'> {
  readonly connection: DatabaseSync
  readonly writer: IndexWriter
  readonly links: LinkTable
  /** Some of the files are under way already. */
  readonly early?: EarlyFiles | undefined
  /** What one transaction may hold; undefined for as much as is good. */
  readonly transactionBytes?: number | undefined
  readonly onWritten: (files: number, last: string) => void
  /** The index was empty before. */
  readonly isFirst: boolean
  /** Links may be wrong as a whole: an earlier run was cut off. */
  readonly repairAll: boolean
}

/** Takes changes into the index. Until the last step is done the index says of itself that it is unfinished. */
export async function writeChanges(changes: Changes, options: WriteChangesOptions): Promise<void> {
  const { connection, writer, links } = options
  try {
    if (changes.added.length + changes.removed.length > 0) links.expect(changes.added, changes.removed)
    inTransaction(connection, () => {
      writer.setMeta('state', 'unfinished')
      if (options.isFirst) beginFirstIndex(connection)
      for (const path of changes.removed) writer.remove(path)
    })
    const gone = await writeFiles(changes.jobs, options)
    await options.gate.pass()
    if (gone.size > 0) links.expect([], gone)
    inTransaction(connection, () => {
      if (options.isFirst || options.repairAll) endFirstIndex(connection)
      if (gone.size > 0) createLateIndexes(connection)
      links.repair(options.repairAll ? 'all' : namesToRepair(changes, gone, options))
      writer.setMeta('state', 'whole')
    })
  } catch (error) {
    links.forget()
    throw error
  }
}

/** On a first index every link was resolved over the files as they are at the end. */
function namesToRepair(
  { added, removed }: Changes,
  gone: ReadonlySet<string>,
  { isFirst }: WriteChangesOptions,
): readonly string[] {
  return isFirst ? [...gone] : [...added, ...removed, ...gone]
}

/** Gives the paths of files that were gone before they could be read. */
async function writeFiles(
  jobs: readonly FileJob[],
  options: WriteChangesOptions,
): Promise<ReadonlySet<string>> {
  const { connection, writer, links, gate, isFirst, early } = options
  const gone = new Set<string>()
  const transaction = new OpenTransaction(connection, options.transactionBytes)
  const resolve: ResolveLink = (from, link) => links.resolve(from, link)
  const write = async (some: readonly FileJob[], groups: readonly FileGroup[] = []): Promise<void> => {
    for await (const prepared of prepareAhead(some, { ...options, early: groups })) {
      if (gate.isPaused) transaction.commit()
      await gate.pass()
      transaction.write(bytesOf(prepared), () => {
        writer.write(prepared, { resolve, isFirst })
      })
      for (const file of prepared) if (file.kind === 'gone') gone.add(file.path)
      const last = prepared.at(-1)
      if (last) options.onWritten(prepared.length, last.path)
      await setImmediate()
    }
  }
  try {
    const isLeft = ({ file }: FileJob): boolean => file.kind !== 'pdf' && !early?.has(file.path)
    await write(jobs.filter(isLeft), early?.groups)
    // A PDF may take long, and where it is read in this thread nothing else happens meanwhile.
    transaction.commit()
    await write(jobs.filter(({ file }) => file.kind === 'pdf'))
  } finally {
    // Also where the run was stopped: what was written is whole, and need not be read again.
    transaction.commit()
  }
  return gone
}

function bytesOf(prepared: readonly Prepared[]): number {
  return prepared.reduce((sum, file) => sum + (file.kind === 'file' ? file.bytes : 0), 0)
}
