import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { Changes } from './find-changes.ts'
import { type IndexWriter } from './index-writer.ts'
import type { LinkTable } from './link-table.ts'
import { inTransaction } from './in-transaction.ts'
import type { FileJob, Prepared } from './prepared-file.ts'

export interface WriteChangesOptions {
  readonly connection: DatabaseSync
  readonly writer: IndexWriter
  readonly links: LinkTable
  readonly prepare: (jobs: readonly FileJob[]) => Promise<readonly Prepared[]>
  /** Groups that are being prepared while one is written. */
  readonly ahead: number
  /** Waits while paused; throws when the work is to end. */
  readonly mayGoOn: () => Promise<void>
  readonly onWritten: (files: number, last: string) => void
  /** Links may be wrong as a whole: an earlier run was cut off. */
  readonly repairAll: boolean
}

const GROUP = { files: 48, bytes: 2 * 1024 * 1024 } as const
/** One transaction: large for speed, small enough that words can be found soon. */
const BATCH = { files: 1000, milliseconds: 500 } as const

/** Takes changes into the index. Until the last step is done the index says of itself that it is unfinished. */
export async function writeChanges(changes: Changes, options: WriteChangesOptions): Promise<void> {
  const { connection, writer, links } = options
  links.expect(changes.added, changes.removed)
  inTransaction(connection, () => {
    writer.setMeta('state', 'unfinished')
    for (const path of changes.removed) writer.remove(path)
  })
  const gone = await writeFiles(changes.jobs, options)
  await options.mayGoOn()
  inTransaction(connection, () => {
    links.expect(
      changes.added.filter((path) => !gone.has(path)),
      [...changes.removed, ...gone],
    )
    links.repair(options.repairAll ? 'all' : [...changes.added, ...changes.removed, ...gone])
    writer.setMeta('state', 'whole')
  })
  links.expect([], [])
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
    const prepared = await next
    await options.mayGoOn()
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
  #since = performance.now()

  constructor(options: WriteChangesOptions) {
    this.#options = options
  }

  add(prepared: readonly Prepared[]): void {
    this.#waiting.push(...prepared)
    if (this.#waiting.length >= BATCH.files || performance.now() - this.#since >= BATCH.milliseconds)
      this.write()
  }

  write(): void {
    const { connection, writer, links, onWritten } = this.#options
    const files = this.#waiting
    const last = files.at(-1)
    this.#waiting = []
    if (last === undefined) return
    inTransaction(connection, () => {
      for (const file of files) writer.write(file, (from, link) => links.resolve(from, link))
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
