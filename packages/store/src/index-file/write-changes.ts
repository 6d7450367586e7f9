import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { Changes } from './find-changes.ts'
import type { IndexWriter, ResolveLink } from './index-writer.ts'
import type { LinkTable } from './link-table.ts'
import { inTransaction } from './in-transaction.ts'
import type { RunGate } from './run-gate.ts'
import type { FileJob, Prepared } from './prepared-file.ts'

export interface WriteChangesOptions {
  readonly connection: DatabaseSync
  readonly writer: IndexWriter
  readonly links: LinkTable
  readonly prepare: (jobs: readonly FileJob[]) => Promise<readonly Prepared[]>
  /** Groups that are being prepared while one is written. */
  readonly ahead: number
  readonly gate: RunGate
  readonly onWritten: (files: number, last: string) => void
  /** The index was empty before. */
  readonly isFirst: boolean
  /** Links may be wrong as a whole: an earlier run was cut off. */
  readonly repairAll: boolean
}

const GROUP = { files: 48, bytes: 2 * 1024 * 1024 } as const
/** One transaction: large for speed, small enough that words can be found soon. */
const BATCH = { files: 5000, bytes: 32 * 1024 * 1024, milliseconds: 1000 } as const

/** Takes changes into the index. Until the last step is done the index says of itself that it is unfinished. */
export async function writeChanges(changes: Changes, options: WriteChangesOptions): Promise<void> {
  const { connection, writer, links } = options
  try {
    if (changes.added.length + changes.removed.length > 0) links.expect(changes.added, changes.removed)
    inTransaction(connection, () => {
      writer.setMeta('state', 'unfinished')
      for (const path of changes.removed) writer.remove(path)
    })
    const gone = await writeFiles(changes.jobs, options)
    await options.gate.pass()
    if (gone.size > 0) links.expect([], gone)
    inTransaction(connection, () => {
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
  const gone = new Set<string>()
  const batch = new Batch(options)
  const groups = groupsOf(jobs)
  const ahead: Promise<readonly Prepared[]>[] = []
  const fill = (): void => {
    while (ahead.length < options.ahead) {
      const next = groups.next()
      if (next.done) return
      const group = options.prepare(next.value)
      // It is awaited in its turn; until then nobody else may be told.
      group.catch(() => undefined)
      ahead.push(group)
    }
  }
  fill()
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    const prepared = await options.gate.unlessStopped(next)
    await options.gate.pass()
    fill()
    for (const file of prepared) if (file.kind === 'gone') gone.add(file.path)
    batch.add(prepared)
    await setImmediate()
  }
  batch.write()
  return gone
}

class Batch {
  readonly #options: WriteChangesOptions
  #waiting: Prepared[] = []
  #bytes = 0
  #since = performance.now()

  constructor(options: WriteChangesOptions) {
    this.#options = options
  }

  add(prepared: readonly Prepared[]): void {
    for (const file of prepared) {
      this.#waiting.push(file)
      if (file.kind === 'file') this.#bytes += file.bytes
    }
    const isLarge = this.#waiting.length >= BATCH.files || this.#bytes >= BATCH.bytes
    if (isLarge || performance.now() - this.#since >= BATCH.milliseconds) this.write()
  }

  write(): void {
    const { connection, writer, links, onWritten, isFirst } = this.#options
    const files = this.#waiting
    const last = files.at(-1)
    this.#waiting = []
    this.#bytes = 0
    if (last === undefined) return
    inTransaction(connection, () => {
      const resolve: ResolveLink = (from, link) => links.resolve(from, link)
      for (const file of files) writer.write(file, { resolve, isFirst })
    })
    this.#since = performance.now()
    onWritten(files.length, last.path)
  }
}

function* groupsOf(jobs: readonly FileJob[]): Generator<readonly FileJob[]> {
  let group: FileJob[] = []
  let bytes = 0
  for (const job of jobs) {
    group.push(job)
    bytes += job.file.bytes
    // A PDF may take long: what was read before is not kept waiting by it.
    if (group.length < GROUP.files && bytes < GROUP.bytes && job.file.kind !== 'pdf') continue
    yield group
    group = []
    bytes = 0
  }
  if (group.length > 0) yield group
}
