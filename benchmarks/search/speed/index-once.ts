/** Run as a child, so that its memory is its own: indexes a folder, or opens its index again, and searches it. */
import { openIndex } from '@varve/index'

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
}

const task = JSON.parse(process.argv[2] ?? '') as IndexTask
const start = performance.now()
const used = process.cpuUsage()
const index = await openIndex({
  root: task.root,
  file: task.file,
  clock: Date.now,
  watch: false,
  limits: { maximumFiles: 1_000_000 },
})
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
