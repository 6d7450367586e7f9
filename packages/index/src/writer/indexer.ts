import { realpathSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type Dirty, type FoldersWatch, watchFolders } from '../watch/watch-folders.ts'
import {
  type IndexLock,
  openIndexFile,
  readIndexFile,
  removeIndexFile,
  type Replaced,
  takeIndexLock,
} from '../database/index-file.ts'
import { metaOf, valueOf } from '../database/sqlite.ts'
import {
  readWriterProgress,
  untilWriterIsDone,
  verifyFollowedIndex,
  type WriterRun,
} from '../follower/follower.ts'
import { IndexError, toIndexError } from '../index-error.ts'
import { parseFiles } from '../parse/parse-file.ts'
import { isMuch, ParsePool } from '../parse/parse-pool.ts'
import type { IndexProgress, WriterData } from '../protocol.ts'
import { findChanges, scanWorkspace, type WorkspaceScan } from '../scan/scan-workspace.ts'
import { RemoteFiles, type RemotePlaces } from '../source/remote-files.ts'
import { RunGate } from '../thread/run-gate.ts'
import { verifyIndex } from '../verify/verify-index.ts'
import { IndexWriter, LinkTable } from './index-writer.ts'
import { Progress } from './progress.ts'
import { type EmbeddedText, type EmbeddingWork, VectorTable } from './vector-table.ts'
import { writeChanges } from './write-changes.ts'

const OTHER_KEEPS_IT = 'Another Varve keeps this index up to date.'
const STOP_THE_OTHER = `${OTHER_KEEPS_IT} Stop that one first: only then can the index be built again.`
const REPLACED: Readonly<Record<Replaced, string>> = {
  damaged: 'The index was damaged and has been built again.',
  'other-form': 'The index was of another version of Varve and has been built again.',
}
/** Between tries to take over from another process: seldom while it is ready, often while someone waits for it. */
const TRY_AGAIN = { ready: 500, working: 100 } as const

interface OpenIndex {
  readonly connection: DatabaseSync
  readonly writer: IndexWriter
  readonly links: LinkTable
  readonly vectors: VectorTable
}

/** Keeps one index in step with its folder. Does one thing at a time; changes that arrive meanwhile are next. */
export class Indexer {
  readonly #data: WriterData
  readonly #gate = new RunGate()
  readonly #progress: Progress
  /** Absent where the files are in a folder. */
  readonly #remote: RemoteFiles | undefined
  #lock: IndexLock | undefined
  #tryAgain: NodeJS.Timeout | undefined
  #index: OpenIndex | undefined
  #watch: FoldersWatch | undefined
  /** The end of the work that was asked for so far. */
  #last: Promise<unknown> = Promise.resolve()
  /** The paths of the next scan, which still waits. */
  #waiting: { dirty: Dirty; readonly done: Promise<void> } | undefined
  #isWorking = false
  /** Everything was scanned once since this index was opened. */
  #hasScanned = false
  #closing: Promise<void> | undefined

  constructor(data: WriterData, post: (progress: IndexProgress) => void) {
    this.#data = data
    this.#progress = new Progress(post)
    this.#remote = data.source && new RemoteFiles(data.source)
  }

  /** Takes the index, or follows anyone who has it. Gives the embeddings that it last had. */
  start(): string | undefined {
    this.#lock = takeIndexLock(this.#data.file)
    if (this.#lock === undefined) this.#follow()
    else {
      this.#progress.note('other', undefined)
      this.#open()
      this.#progress.set({ state: 'starting' })
    }
    return this.#embeddings()
  }

  /** Done when everything that is on the disk now can be found. */
  async refresh(): Promise<void> {
    const isOver = (): boolean => this.#index !== undefined || this.#closing !== undefined
    if (isOver() || !(await untilWriterIsDone(this.#data.file, isOver))) await this.#scan('everything')
  }

  /** Scans soon. A follower doesn't: the process that owns the index notices changes itself. */
  changed(places: RemotePlaces): void {
    if (this.#index) this.#scanSoon(places === 'everything' ? places : new Set(places))
  }

  pause(): void {
    this.#gate.pause()
    this.#progress.pause(true)
    this.#tellFollowers('paused')
  }

  resume(): void {
    this.#gate.resume()
    this.#progress.pause(false)
    this.#tellFollowers(this.#hasScanned ? 'done' : 'working')
  }

  /** Between two steps of whatever is under way, for every step leaves the index sound. */
  verify(): readonly string[] {
    if (!this.#index && !this.#closing) return verifyFollowedIndex(this.#data.file)
    return verifyIndex(this.#own().connection, { isWorking: this.#isWorking })
  }

  /** At once, between two steps of whatever is under way. */
  rememberEmbeddings(name: string): void {
    this.#index?.writer.setMeta('embeddings', name)
  }

  /** Undefined where another process keeps the index: it embeds for all. */
  textsToEmbed(embedder: string, limit: number): Promise<EmbeddingWork | undefined> {
    return this.#inTurn(() => this.#index?.vectors.next(embedder, limit))
  }

  storeVectors(embedder: string, embedded: readonly EmbeddedText[]): Promise<void> {
    return this.#inTurn(() => this.#index?.vectors.store(embedder, embedded))
  }

  /** Leaves an empty index. No other connection of this process may be open. */
  async clear(): Promise<void> {
    this.#own()
    this.#gate.stopRun()
    await this.#inTurn(() => {
      this.#watch?.close()
      this.#watch = undefined
      const embeddings = this.#embeddings()
      this.#index?.connection.close()
      removeIndexFile(this.#data.file)
      const { writer } = this.#open()
      if (embeddings !== undefined) writer.setMeta('embeddings', embeddings)
      this.#progress.clear()
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    clearTimeout(this.#tryAgain)
    this.#gate.close()
    this.#watch?.close()
    await this.#last
    this.#remote?.close()
    if (this.#index?.connection.isOpen) this.#index.connection.close()
    this.#lock?.release()
  }

  /** Tells how far the other process is, and tries to take its place now and then. */
  #follow(): void {
    // A process that has just taken the index may not have said so yet: what it says is believed at the second look.
    const isFirst = this.#progress.note('other', OTHER_KEEPS_IT)
    const other = readWriterProgress(this.#data.file)
    const state = isFirst && other.state === 'ready' ? 'starting' : other.state
    this.#progress.follow({ ...other, state })
    this.#tryAgain = setTimeout(
      () => {
        try {
          this.start()
          if (this.#index) this.#scanSoon('everything')
        } catch (error) {
          this.#fail(error)
        }
      },
      state === 'ready' ? TRY_AGAIN.ready : TRY_AGAIN.working,
    )
  }

  #open(): OpenIndex {
    const { connection, replaced } = openIndexFile(this.#data.file)
    this.#index = {
      connection,
      writer: new IndexWriter(connection),
      links: new LinkTable(connection),
      vectors: new VectorTable(connection),
    }
    if (replaced) this.#progress.note('replaced', REPLACED[replaced])
    this.#hasScanned = false
    this.#tellFollowers(this.#gate.isPaused ? 'paused' : 'working')
    return this.#index
  }

  #own(): OpenIndex {
    if (this.#closing) throw new IndexError('closed', 'The index is closed.')
    if (!this.#index) throw new IndexError('in-use', STOP_THE_OTHER)
    return this.#index
  }

  #embeddings(): string | undefined {
    const read = (connection: DatabaseSync): string | undefined => metaOf(connection, 'embeddings')
    return this.#index ? read(this.#index.connection) : readIndexFile(this.#data.file, read)
  }

  #tellFollowers(run: WriterRun): void {
    if (!this.#closing) this.#index?.writer.setMeta('run', run)
  }

  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Done when a scan of these that began after this call is; scans that still wait become one. */
  #scan(dirty: Dirty): Promise<void> {
    if (this.#waiting) {
      this.#waiting.dirty = union(this.#waiting.dirty, dirty)
      return this.#waiting.done
    }
    const done = this.#inTurn(() => {
      const all = this.#waiting?.dirty ?? dirty
      this.#waiting = undefined
      return this.#update(all)
    })
    this.#waiting = { dirty, done }
    return done
  }

  /** The progress reports a failure. */
  #scanSoon(dirty: Dirty): void {
    this.#scan(dirty).catch(() => undefined)
  }

  async #update(dirty: Dirty): Promise<void> {
    const index = this.#own()
    this.#isWorking = true
    try {
      this.#gate.startRun()
      const scan = await this.#takeIn(dirty, index)
      const isWhole = dirty === 'everything'
      this.#hasScanned ||= isWhole
      if (this.#hasScanned && !this.#gate.isPaused) this.#tellFollowers('done')
      this.#progress.finish(problemsOf(index), scan.problems, isWhole ? undefined : scan.folders)
    } catch (error) {
      this.#fail(error)
      throw error
    } finally {
      this.#isWorking = false
    }
  }

  /** Scans, and takes in what is different. */
  async #takeIn(dirty: Dirty, index: OpenIndex): Promise<WorkspaceScan> {
    const { root, limits, watch, transactionBytes } = this.#data
    const { connection, writer, links } = index
    const realRoot = this.#remote ? '' : realpathSync(root)
    if (watch) this.#watch ??= this.#startWatching()
    const scan = this.#remote
      ? await this.#remote.scan(dirty, limits.maximumFiles)
      : await scanWorkspace(dirty, { realRoot, maximumFiles: limits.maximumFiles, watch: this.#watch })
    const changes = findChanges(connection, scan, dirty === 'everything')
    const known = Number(valueOf(connection, 'select count(*) from files'))
    const total = known - changes.removed.length + changes.added.length
    this.#progress.begin(total, changes.jobs.length)
    writer.setMeta('total', String(total))
    const isRepair = metaOf(connection, 'state') !== 'whole'
    if (!isRepair && changes.jobs.length === 0 && changes.removed.length === 0) return scan
    const options = { realRoot, limits, ...(this.#remote ? { read: this.#remote.read } : {}) }
    // A remote source is asked by this thread only.
    const pool = !this.#remote && isMuch(changes.jobs) ? new ParsePool(options) : undefined
    try {
      await writeChanges(changes, {
        connection,
        writer,
        links,
        parse: pool?.parse ?? ((jobs) => parseFiles(jobs, options)),
        ahead: pool?.ahead ?? 1,
        gate: this.#gate,
        transactionBytes,
        onWritten: (files, last) => this.#progress.wrote(files, last),
        isFirst: known === 0,
        isRepair,
      })
    } finally {
      await pool?.close()
    }
    return scan
  }

  #startWatching(): FoldersWatch {
    return watchFolders({
      root: this.#data.root,
      onDirty: (dirty) => this.#scanSoon(dirty),
      onPolling: (reason) => void this.#progress.note('polling', reason),
    })
  }

  #fail(error: unknown): void {
    if (this.#gate.isStopped) return
    const failure = toIndexError(error)
    this.#progress.set({ state: 'failed', failure: failure.message, failureCode: failure.code })
    // A damaged file is made again; those who read along see the damage themselves.
    if (failure.code === 'corrupt' || !this.#index?.connection.isOpen) return
    try {
      this.#tellFollowers('failed')
    } catch (again) {
      // With a full disk not even the error can be stored; the first failure is already reported.
      if (!(again instanceof Error && 'errcode' in again)) throw again
    }
  }
}

function union(a: Dirty, b: Dirty): Dirty {
  return a === 'everything' || b === 'everything' ? 'everything' : new Set([...a, ...b])
}

function problemsOf({ connection }: OpenIndex): IndexProgress['problems'] {
  const rows = connection.prepare('select path, reason from problems order by path').all()
  return rows.map((row) => ({ path: String(row['path']), reason: String(row['reason']) }))
}
