import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { IndexError } from '../index-error.ts'
import { Caller } from '../thread/calls.ts'
import type { RunGate } from '../thread/run-gate.ts'
import { parseFiles, type ParseOptions, unparsedFile } from './parse-file.ts'
import type { FileJob, ParseResult } from './rows.ts'

export type Parse = (jobs: readonly FileJob[]) => Promise<readonly ParseResult[]>

/** So few files are parsed before threads for them have loaded. */
const FEW = { files: 2000, bytes: 8 * 1024 * 1024 } as const
const GROUP = { files: 200, bytes: 2 * 1024 * 1024 } as const
/** The first groups are small, so that there soon is something to write. */
const FIRST_FILES = 25

/** Whether threads are worth their start. */
export function isMuch(jobs: readonly FileJob[]): boolean {
  return jobs.length > FEW.files || jobs.reduce((sum, { file }) => sum + file.bytes, 0) > FEW.bytes
}

export interface ParseAheadOptions {
  readonly parse: Parse
  /** Groups that are under way while one is being written. */
  readonly ahead: number
  readonly gate: RunGate
}

/** Files as groups in their order, the next ones being parsed while one is written. */
export async function* parseAhead(
  jobs: readonly FileJob[],
  { parse, ahead, gate }: ParseAheadOptions,
): AsyncGenerator<readonly ParseResult[]> {
  const groups = groupsOf(jobs)
  const underWay: Promise<readonly ParseResult[]>[] = []
  for (;;) {
    await gate.pass()
    while (underWay.length < ahead) {
      const { value: group } = groups.next()
      if (!group) break
      const parsed = parse(group)
      // The error surfaces when its group's turn comes.
      parsed.catch(() => undefined)
      underWay.push(parsed)
    }
    const next = underWay.shift()
    if (!next) return
    yield await gate.unlessStopped(next)
  }
}

function* groupsOf(jobs: readonly FileJob[]): Generator<readonly FileJob[], undefined> {
  let most: number = FIRST_FILES
  let group: FileJob[] = []
  let bytes = 0
  for (const job of jobs) {
    const isPdf = job.file.kind === 'pdf'
    // Each PDF on its own, so that files read before it don't have to wait.
    if (group.length > 0 && (isPdf || group.length >= most || bytes >= GROUP.bytes)) {
      yield group
      most = Math.min(GROUP.files, most * 2)
      group = []
      bytes = 0
    }
    group.push(job)
    bytes += isPdf ? GROUP.bytes : job.file.bytes
  }
  if (group.length > 0) yield group
  return undefined
}

export interface ParsePoolOptions extends ParseOptions {
  readonly threads?: number
  /** The most that one group of files may take. */
  readonly milliseconds?: number
  /** The program of the threads. */
  readonly entry?: URL
}

const MOST_THREADS = 3
const GROUPS_A_THREAD = 4
const GROUP_MILLISECONDS = 120_000
const HEAP_MEGABYTES = 1024

/** Threads that parse groups of files in turn. One that dies or hangs costs the file it was at, not the index. */
export class ParsePool {
  readonly ahead: number
  readonly #threads: readonly ParseThread[]
  #next = 0

  constructor(options: ParsePoolOptions) {
    const { threads = Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1)) } = options
    this.ahead = threads * GROUPS_A_THREAD
    this.#threads = Array.from({ length: threads }, () => new ParseThread(options))
  }

  parse: Parse = (jobs) => {
    const thread = this.#threads[this.#next++ % this.#threads.length]
    if (!thread) throw new IndexError('failed', 'There is no thread to parse files.')
    return thread.parse(jobs)
  }

  /** Files that aren't parsed by then are refused. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }
}

/** An answer of the thread. */
export interface ParseTarget {
  readonly isLoaded: () => boolean
  readonly parse: (jobs: readonly FileJob[], options: ParseOptions) => Promise<readonly ParseResult[]>
}

interface Running {
  readonly worker: Worker
  readonly caller: Caller<ParseTarget>
  /** False where it ended before. */
  readonly isLoaded: Promise<boolean>
}

/** One thread, started again where it dies. It gets one group at a time, the next ones wait here. */
class ParseThread {
  readonly #options: ParsePoolOptions
  #last: Promise<unknown> = Promise.resolve()
  #running: Running | undefined
  #isClosed = false

  constructor(options: ParsePoolOptions) {
    this.#options = options
    this.#running = this.#start()
  }

  parse(jobs: readonly FileJob[]): Promise<readonly ParseResult[]> {
    const parsed = this.#last.then(() => this.#parse(jobs))
    this.#last = parsed.catch(() => undefined)
    return parsed
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end(refused())
  }

  /** A group that breaks the thread is tried again file by file; a file that was alone is known to be the one. */
  async #parse(jobs: readonly FileJob[]): Promise<readonly ParseResult[]> {
    const { realRoot, limits } = this.#options
    if (this.#isClosed) throw refused()
    const { caller, isLoaded } = (this.#running ??= this.#start())
    // A system that is short of threads or memory indexes more slowly, and loses no file.
    if (!(await isLoaded) && !this.#isClosed) return parseFiles(jobs, { realRoot, limits })
    const timer = setTimeout(
      () => void this.#end(new IndexError('failed', 'it took too long.')),
      this.#options.milliseconds ?? GROUP_MILLISECONDS,
    )
    try {
      return await caller.call('parse', jobs, { realRoot, limits })
    } catch (error) {
      if (this.#isClosed) throw error
      const [only] = jobs
      if (only && jobs.length === 1)
        return [unparsedFile(only, error instanceof Error ? error.message : String(error))]
      const alone: ParseResult[] = []
      for (const job of jobs) alone.push(...(await this.#parse([job])))
      return alone
    } finally {
      clearTimeout(timer)
    }
  }

  async #end(reason: IndexError): Promise<void> {
    const running = this.#running
    this.#running = undefined
    running?.caller.end(reason)
    await running?.worker.terminate()
  }

  #start(): Running {
    const worker = new Worker(this.#options.entry ?? new URL('./parse-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    })
    const caller = new Caller<ParseTarget>(worker)
    const isLoaded = caller.call('isLoaded').catch(() => false)
    const running = { worker, caller, isLoaded }
    const failed = (message: string): void => {
      if (this.#running === running) void this.#end(new IndexError('failed', message))
    }
    worker.on('error', (error) => failed(error instanceof Error ? error.message : String(error)))
    worker.on('exit', () => failed('its thread ended.'))
    return running
  }
}

function refused(): IndexError {
  return new IndexError('closed', 'The thread that parses files is closed.')
}
