/** Run as a child, so that its memory is its own: indexes a folder, or opens its index again, and searches it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { IndexThreads, openSearchIndex } from '@varve/store'

export interface IndexOnce {
  readonly milliseconds: number
  /** Of these, until the threads had loaded and the file was open. */
  readonly starting: number
  /** Of the processor, user and system, of all threads, until everything could be found. */
  readonly processor: number
  readonly filesRead: number
  /** Of each search, in order. */
  readonly searches: readonly number[]
  /** The most that the process held at once. */
  readonly peakBytes: number
  readonly files: number
}

/** What to index, and what to ask. */
export interface IndexTask {
  readonly root: string
  readonly file: string
  readonly queries: readonly string[]
  /** What the program has opened and indexed before; absent in a new process. */
  readonly before?: { readonly root: string; readonly file: string } | undefined
}

/** Until all that a program does after it has opened a workspace is over. */
const SETTLE_MILLISECONDS = 3000

const task = JSON.parse(process.argv[2] ?? '') as IndexTask
const threads = task.before ? new IndexThreads() : undefined
const open = (place: { readonly root: string; readonly file: string }) =>
  openSearchIndex({
    root: place.root,
    file: place.file,
    clock: Date.now,
    watch: false,
    limits: { maximumFiles: 1_000_000 },
    threads,
  })
const before = task.before && (await open(task.before))
if (before) {
  await before.refresh()
  // As the program does while a person looks for the folder.
  threads?.prepare()
  await sleep(SETTLE_MILLISECONDS)
}
const start = performance.now()
const used = process.cpuUsage()
const index = await open(task)
const starting = performance.now() - start
await index.refresh()
const milliseconds = performance.now() - start
const { user, system } = process.cpuUsage(used)
const searches: number[] = []
for (const text of task.queries) {
  const from = performance.now()
  await index.search({ text })
  searches.push(performance.now() - from)
}
const { files } = await index.statistics()
const peakBytes = process.resourceUsage().maxRSS * 1024
const result: IndexOnce = {
  milliseconds,
  starting,
  processor: (user + system) / 1000,
  filesRead: index.filesRead(),
  searches,
  peakBytes,
  files,
}
process.stdout.write(JSON.stringify(result))
await index.close()
await before?.close()
