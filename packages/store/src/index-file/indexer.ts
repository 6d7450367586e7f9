import { realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type Dirty, type FoldersWatch, watchFolders } from '@varve/workspace/indexing'
import { StoreError } from '../store-error.ts'
import { type Changes, findChanges } from './find-changes.ts'
import { followIndex, type KeeperRun, readKeeperProgress } from './follow-index.ts'
import { indexFailure } from './index-failure.ts'
import { type IndexLock, takeIndexLock } from './index-lock.ts'
import type { IndexerData, IndexProgress } from './index-protocol.ts'
import { OpenIndex } from './open-index.ts'
import { type DiskLook, lookAtDisk } from './look-at-disk.ts'
import { openIndexForReading, removeIndexFile, type SetAside } from './open-index-file.ts'
import { ParseThreads } from './parse-threads.ts'
import { prepareGroup } from './prepare-group.ts'
import type { FileJob } from './prepared-file.ts'
import { readMeta } from './read-meta.ts'
import { RunGate } from './run-gate.ts'
import type { EmbeddedText, EmbeddingWork } from './vector-table.ts'
import { verifyIndex } from './verify-index.ts'
import { writeChanges } from './write-changes.ts'
import { ProgressTeller } from './progress-teller.ts'

/** So few files are parsed before a thread for them has loaded. */
const FEW = { files: 2000, bytes: 8 * 1024 * 1024 } as const
const GROUP_MILLISECONDS = 120_000
const LOCK_AGAIN_MILLISECONDS = 500
/** While someone waits for another process to finish. */
const LOOK_AGAIN_MILLISECONDS = 100
const OTHER_KEEPS_IT = 'Another Varve keeps this index up to date.'
const STOP_THE_OTHER = `${OTHER_KEEPS_IT} Stop that one first: only then can the index be built again.`
const SET_ASIDE: Readonly<Record<SetAside, string>> = {
  damaged: 'The index was damaged and has been built again.',
  'other-form': 'The index was of another version of Varve and has been built again.',
}

/** Keeps one index true to its folder. Works on one thing at a time; hints that come meanwhile make the next one. */
export class Indexer {
  readonly #data: IndexerData
  readonly #gate = new RunGate()
  readonly #progress: ProgressTeller
  #lock: IndexLock | undefined
  #index: OpenIndex | undefined
  #watch: FoldersWatch | undefined
  #dirty: Dirty | undefined
  #scheduled: Promise<void> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #lockTimer: NodeJS.Timeout | undefined
  #isWorking = false
  /** Everything was looked at once since this index was opened. */
  #hasLooked = false
  #closed = false

  constructor(data: IndexerData, tell: (progress: IndexProgress) => void) {
    this.#data = data
    this.#progress = new ProgressTeller(tell)
  }

  /** Takes the index and begins with a look at everything, or waits for whoever has it. */
  start(): void {
    this.#lock = takeIndexLock(this.#data.file)
    if (this.#lock === undefined) return this.#follow()
    this.#progress.note('other', undefined)
    this.#open()
    this.#progress.set({ state: 'starting' })
    // A failure is told by the progress.
    this.refresh().catch(() => undefined)
  }

  /** Done when everything that is on the disk now can be found. */
  async refresh(): Promise<void> {
    if (this.#index || this.#closed) return this.#schedule('everything')
    const isOver = (): boolean => this.#index !== undefined || this.#closed
    if (!(await followIndex(this.#data.file, isOver))) await this.#schedule('everything')
  }

  pause(): void {
    this.#gate.pause()
    this.#progress.pause(true)
    this.#tellFollowers('paused')
  }

  resume(): void {
    this.#gate.resume()
    this.#progress.pause(false)
    this.#tellFollowers(this.#hasLooked ? 'done' : 'working')
  }

  /** Between two steps of whatever is under way, for every step leaves the index sound. */
  verify(): readonly string[] {
    if (this.#index || this.#closed)
      return verifyIndex(this.#own().connection, { isWorking: this.#isWorking })
    const isWorking = readKeeperProgress(this.#data.file).state !== 'ready'
    const connection = openIndexForReading(this.#data.file)
    try {
      return verifyIndex(connection, { isWorking })
    } finally {
      connection.close()
    }
  }

  /** At once, between two steps of whatever is under way. */
  rememberEmbeddings(name: string): void {
    this.#index?.writer.setMeta('embeddings', name)
  }

  /** Undefined where another process keeps the index: it embeds for all. */
  textsToEmbed(embedder: string, limit: number): Promise<EmbeddingWork | undefined> {
    return this.#alone(() => this.#index?.vectors.next(embedder, limit))
  }

  storeVectors(embedder: string, embedded: readonly EmbeddedText[]): Promise<void> {
    return this.#alone(() => this.#index?.vectors.store(embedder, embedded))
  }

  /** Leaves an empty index. */
  async clear(): Promise<void> {
    this.#own()
    this.#gate.stopRun()
    await this.#alone(() => {
      this.#watch?.close()
      this.#watch = undefined
      const embeddings = readMeta(this.#data.file, 'embeddings')
      this.#index?.close()
      removeIndexFile(this.#data.file)
      const index = this.#open()
      if (embeddings !== undefined) index.writer.setMeta('embeddings', embeddings)
      this.#progress.clear()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#lockTimer)
    this.#gate.close()
    this.#watch?.close()
    await this.#last.catch(() => undefined)
    this.#index?.close()
    this.#lock?.release()
  }

  #open(): OpenIndex {
    const index = new OpenIndex(this.#data.file)
    this.#index = index
    if (index.setAside) this.#progress.note('set-aside', SET_ASIDE[index.setAside])
    this.#hasLooked = false
    this.#tellFollowers(this.#gate.isPaused ? 'paused' : 'working')
    return index
  }

  #tellFollowersOfFailure(): void {
    try {
      this.#tellFollowers('failed')
    } catch (error) {
      // A full disk takes no word more; what failed first is told already.
      if (!(error instanceof Error && 'errcode' in error)) throw error
    }
  }

  #tellFollowers(run: KeeperRun): void {
    this.#index?.writer.setMeta('run', run)
  }

  /** Tells how far the other is, and looks now and then whether it is still there. */
  #follow(): void {
    // One that has just taken the index may not have said so yet: what stands there is believed at the second look.
    const isFirstLook = this.#progress.note('other', OTHER_KEEPS_IT)
    const other = readKeeperProgress(this.#data.file)
    const state = isFirstLook && other.state === 'ready' ? 'starting' : other.state
    this.#progress.follow({ ...other, state })
    const milliseconds = state === 'ready' ? LOCK_AGAIN_MILLISECONDS : LOOK_AGAIN_MILLISECONDS
    this.#lockTimer = setTimeout(() => this.#startAgain(), milliseconds)
  }

  #startAgain(): void {
    try {
      this.start()
    } catch (error) {
      this.#fail(error)
    }
  }

  #own(): OpenIndex {
    if (this.#index) return this.#index
    throw new StoreError(
      this.#closed ? 'closed' : 'in-use',
      this.#closed ? 'The index is closed.' : STOP_THE_OTHER,
    )
  }

  #schedule(dirty: Dirty): Promise<void> {
    this.#dirty = this.#dirty === undefined ? dirty : union(this.#dirty, dirty)
    this.#scheduled ??= this.#alone(() => {
      const all = this.#dirty ?? new Set()
      this.#dirty = undefined
      this.#scheduled = undefined
      return this.#update(all)
    })
    return this.#scheduled
  }

  #alone<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  async #update(dirty: Dirty): Promise<void> {
    if (this.#closed) throw new StoreError('closed', 'The index is closed.')
    this.#isWorking = true
    try {
      this.#gate.startRun()
      const index = this.#own()
      const realRoot = realpathSync(this.#data.root)
      const look = await this.#look(dirty, realRoot)
      const isWhole = dirty === 'everything'
      const changes = findChanges(index.connection, look, isWhole)
      const total = index.fileCount() - changes.removed.length + changes.added.length
      this.#progress.begin(total, changes.jobs.length)
      index.writer.setMeta('total', String(total))
      const isBroken = index.state() !== 'whole'
      if (isBroken || changes.jobs.length > 0 || changes.removed.length > 0)
        await this.#write(changes, index, realRoot, isBroken)
      this.#hasLooked ||= isWhole
      if (this.#hasLooked && !this.#gate.isPaused) this.#tellFollowers('done')
      this.#progress.finish(index.problems(), look.problems, isWhole ? undefined : look.folders)
    } catch (error) {
      this.#fail(error)
      throw error
    } finally {
      this.#isWorking = false
    }
  }

  #look(dirty: Dirty, realRoot: string): Promise<DiskLook> {
    if (this.#data.watch) this.#watch ??= this.#startWatching(realRoot)
    return lookAtDisk(dirty, { realRoot, maximumFiles: this.#data.limits.maximumFiles, watch: this.#watch })
  }

  #startWatching(realRoot: string): FoldersWatch {
    return watchFolders({
      realRoot,
      onDirty: (dirty) => void this.#schedule(dirty).catch(() => undefined),
      onPolling: (reason) => this.#progress.note('polling', reason),
    })
  }

  async #write(changes: Changes, index: OpenIndex, realRoot: string, repairAll: boolean): Promise<void> {
    const options = { realRoot, limits: this.#data.limits }
    const threads = isMuch(changes.jobs) ? Math.max(1, Math.min(3, availableParallelism() - 1)) : 0
    const parsers =
      threads > 0 ? new ParseThreads({ ...options, threads, milliseconds: GROUP_MILLISECONDS }) : undefined
    try {
      await writeChanges(changes, {
        connection: index.connection,
        writer: index.writer,
        links: index.links,
        prepare: (jobs) => (parsers ? parsers.prepare(jobs) : prepareGroup(jobs, options)),
        ahead: Math.max(1, threads * 4),
        gate: this.#gate,
        onWritten: (files, last) => this.#progress.wrote(files, last),
        isFirst: index.fileCount() === 0,
        repairAll,
      })
    } finally {
      await parsers?.close()
    }
  }

  #fail(error: unknown): void {
    if (this.#closed || this.#gate.isStopped) return
    const failure = indexFailure(error)
    this.#progress.set({ state: 'failed', failure: failure.message, failureCode: failure.code })
    // A damaged file is made anew; those who read along see the damage themselves.
    if (failure.code !== 'corrupt' && this.#index?.connection.isOpen) this.#tellFollowersOfFailure()
  }
}

function isMuch(jobs: readonly FileJob[]): boolean {
  const bytes = jobs.reduce((sum, job) => sum + job.file.bytes, 0)
  return jobs.length > FEW.files || bytes > FEW.bytes
}

function union(a: Dirty, b: Dirty): Dirty {
  return a === 'everything' || b === 'everything' ? 'everything' : new Set([...a, ...b])
}
