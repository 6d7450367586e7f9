import { realpathSync } from 'node:fs'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { type Dirty, type FoldersWatch, watchFolders } from '@varve/workspace/indexing'
import { StoreError } from '../../store-error.ts'
import { AskedFiles } from '../looking/asked-files.ts'
import type { Parsers } from '../parsing/file-parsers.ts'
import { createLateIndexes } from '../database/first-index.ts'
import { followIndex } from '../following/follow-index.ts'
import { KeeperWatch, OTHER_KEEPS_IT } from './keeper-watch.ts'
import type { HandedPlaces } from '../handed/handed-files.ts'
import { indexFailure } from '../protocol/index-failure.ts'
import { type IndexLock, takeIndexLock } from '../database/index-lock.ts'
import type { IndexerData, IndexProgress } from '../protocol/index-protocol.ts'
import { OpenIndex } from './open-index.ts'
import { removeIndexFile, type SetAside } from '../database/open-index-file.ts'
import { readEmbeddings } from '../database/read-embeddings.ts'
import type { EarlyFiles } from '../preparing/early-files.ts'
import { prepareEarly } from './prepare-early.ts'
import { RunGate } from '../preparing/run-gate.ts'
import type { EmbeddedText, EmbeddingWork } from '../vectors/vector-table.ts'
import { verifyFollowedIndex } from '../following/verify-followed-index.ts'
import { verifyIndex } from '../verifying/verify-index.ts'
import { updateIndex } from './update-index.ts'
import { ProgressTeller } from './progress-teller.ts'
import { WorkLine } from './work-line.ts'

/** Who opens an index often asks at once for all of it: then one look serves both. On a busy machine that takes a while. */
const ASKED_FOR_AT_ONCE_MILLISECONDS = 20
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
  readonly #parsers: Parsers
  readonly #keeper: KeeperWatch
  /** Absent where the files lie in a folder. */
  readonly #asked: AskedFiles | undefined
  #lock: IndexLock | undefined
  #index: OpenIndex | undefined
  #watch: FoldersWatch | undefined
  readonly #line = new WorkLine((dirty) => this.#update(dirty))
  readonly #askedFor = Promise.withResolvers<void>()
  #early: EarlyFiles | undefined
  #isWorking = false
  /** Everything was looked at once since this index was opened. */
  #hasLooked = false
  #closed = false
  #closing: Promise<void> | undefined

  constructor(data: IndexerData, tell: (progress: IndexProgress) => void, parsers: Parsers) {
    this.#data = data
    this.#parsers = parsers
    this.#progress = new ProgressTeller(tell)
    const tryAgain = (): void => void this.start().catch((error: unknown) => this.#fail(error))
    this.#keeper = new KeeperWatch({ file: data.file, progress: this.#progress, tryAgain })
    this.#asked = data.files && new AskedFiles(data.files)
  }

  /** Takes the index and begins with a look at everything, or waits for whoever has it. */
  async start(): Promise<void> {
    this.#lock = takeIndexLock(this.#data.file)
    if (this.#lock === undefined) {
      // Whoever reads along has nothing for them to do.
      void this.#parsers.end()
      return this.#keeper.look()
    }
    this.#keeper.end()
    if (!this.#asked) this.#early = await prepareEarly(this.#data, this.#parsers)
    if (this.#closed) return
    this.#open()
    this.#progress.set({ state: 'starting' })
    void this.#line.add(() => Promise.race([this.#askedFor.promise, sleep(ASKED_FOR_AT_ONCE_MILLISECONDS)]))
    // A failure is told by the progress.
    this.#line.look('everything').catch(() => undefined)
  }

  /** Done when everything that is on the disk now can be found. */
  async refresh(): Promise<void> {
    this.#askedFor.resolve()
    if (this.#index || this.#closed) return this.#line.look('everything')
    const isOver = (): boolean => this.#index !== undefined || this.#closed
    if (!(await followIndex(this.#data.file, isOver))) await this.#line.look('everything')
  }

  /** Takes in what has changed since; whoever keeps the index for us is told by its own files. */
  changed(places: HandedPlaces): void {
    if (!this.#index || this.#closed) return
    // A failure is told by the progress.
    this.#line.look(places === 'everything' ? places : new Set(places)).catch(() => undefined)
  }

  pause(): void {
    this.#gate.pause()
    this.#progress.pause(true)
    this.#index?.tellFollowers('paused')
  }

  resume(): void {
    this.#gate.resume()
    this.#progress.pause(false)
    this.#index?.tellFollowers(this.#hasLooked ? 'done' : 'working')
  }

  /** Between two steps of whatever is under way, for every step leaves the index sound. */
  verify(): readonly string[] {
    if (this.#index || this.#closed)
      return verifyIndex(this.#own().connection, { isWorking: this.#isWorking })
    return verifyFollowedIndex(this.#data.file)
  }

  /** By name, as they were last chosen for this index, whoever keeps it. */
  embeddings(): string | undefined {
    return this.#index ? this.#index.embeddings() : readEmbeddings(this.#data.file)
  }

  /** At once, between two steps of whatever is under way. */
  rememberEmbeddings(name: string): void {
    this.#index?.writer.setMeta('embeddings', name)
  }

  /** Undefined where another process keeps the index: it embeds for all. */
  textsToEmbed(embedder: string, limit: number): Promise<EmbeddingWork | undefined> {
    return this.#line.add(() => this.#index?.vectors.next(embedder, limit))
  }

  storeVectors(embedder: string, embedded: readonly EmbeddedText[]): Promise<void> {
    return this.#line.add(() => this.#index?.vectors.store(embedder, embedded))
  }

  /** Leaves an empty index. */
  async clear(): Promise<void> {
    this.#own()
    this.#gate.stopRun()
    await this.#line.add(() => {
      this.#watch?.close()
      this.#watch = undefined
      const embeddings = this.embeddings()
      this.#index?.close()
      removeIndexFile(this.#data.file)
      const index = this.#open()
      if (embeddings !== undefined) index.writer.setMeta('embeddings', embeddings)
      this.#progress.clear()
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    this.#closed = true
    this.#keeper.close()
    this.#gate.close()
    this.#watch?.close()
    await this.#line.settled()
    await this.#parsers.end()
    this.#asked?.close()
    this.#index?.close()
    this.#lock?.release()
  }

  #open(): OpenIndex {
    const index = new OpenIndex(this.#data.file)
    this.#index = index
    if (index.setAside) this.#progress.note('set-aside', SET_ASIDE[index.setAside])
    this.#hasLooked = false
    index.tellFollowers(this.#gate.isPaused ? 'paused' : 'working')
    return index
  }

  #own(): OpenIndex {
    if (this.#index) return this.#index
    throw new StoreError(
      this.#closed ? 'closed' : 'in-use',
      this.#closed ? 'The index is closed.' : STOP_THE_OTHER,
    )
  }

  async #update(dirty: Dirty): Promise<void> {
    if (this.#closed) throw new StoreError('closed', 'The index is closed.')
    this.#isWorking = true
    // For this run alone: its end is that of the threads which have them.
    const early = this.#early
    this.#early = undefined
    try {
      this.#gate.startRun()
      const index = this.#own()
      const realRoot = this.#asked ? '' : realpathSync(this.#data.root)
      if (this.#data.watch) this.#watch ??= this.#startWatching()
      const look = await updateIndex(dirty, {
        index,
        early,
        realRoot,
        asked: this.#asked,
        limits: this.#data.limits,
        transactionBytes: this.#data.transactionBytes,
        watch: this.#watch,
        gate: this.#gate,
        parsers: this.#parsers,
        progress: this.#progress,
      })
      const isWhole = dirty === 'everything'
      this.#hasLooked ||= isWhole
      if (this.#hasLooked && !this.#gate.isPaused) index.tellFollowers('done')
      this.#progress.finish(index.problems(), look.problems, isWhole ? undefined : look.folders)
      this.#afterwards(() => this.#index && createLateIndexes(this.#index.connection))
    } catch (error) {
      this.#fail(error)
      throw error
    } finally {
      this.#isWorking = false
      this.#afterwards(() => void this.#parsers.end())
    }
  }

  /** Once whoever waits for a look has been told how it went. */
  #afterwards(work: () => void): void {
    const done = this.#line.add(async () => {
      await setImmediate()
      work()
    })
    done.catch((error: unknown) => this.#fail(error))
  }

  #startWatching(): FoldersWatch {
    return watchFolders({
      root: this.#data.root,
      onDirty: (dirty) => void this.#line.look(dirty).catch(() => undefined),
      onPolling: (reason) => this.#progress.note('polling', reason),
    })
  }

  #fail(error: unknown): void {
    if (this.#closed || this.#gate.isStopped) return
    const failure = indexFailure(error)
    this.#progress.set({ state: 'failed', failure: failure.message, failureCode: failure.code })
    // A damaged file is made anew; those who read along see the damage themselves.
    if (failure.code !== 'corrupt' && this.#index?.connection.isOpen) this.#index.tellFollowersOfFailure()
  }
}
