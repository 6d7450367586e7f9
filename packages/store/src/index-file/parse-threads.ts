import { Worker } from 'node:worker_threads'
import { StoreError } from '../store-error.ts'
import type { GroupOptions } from './prepare-group.ts'
import type { FileJob, Prepared } from './prepared-file.ts'

export interface ParseThreadsOptions {
  readonly threads: number
  /** The most that one group of files may take. */
  readonly milliseconds: number
}

export interface ToParseThread {
  readonly jobs: readonly FileJob[]
  readonly options: GroupOptions
}

/** A thread says that it has loaded, and then gives back each group that it was sent. */
export type FromParseThread = 'ready' | readonly Prepared[]

const HEAP_MEGABYTES = 1024

/**
 * Groups of files go to threads in turn. A thread that dies or hangs over a file costs that file, not the index.
 */
export class ParseThreads {
  readonly #lanes: readonly Lane[]
  #next = 0

  constructor(options: ParseThreadsOptions) {
    this.#lanes = Array.from({ length: options.threads }, () => new Lane(options))
  }

  get count(): number {
    return this.#lanes.length
  }

  /** Whether one of them has loaded; done when it has, or when none ever will. */
  async loaded(): Promise<boolean> {
    const first = Promise.any(this.#lanes.map((lane) => lane.loaded))
    return first.then(
      () => true,
      () => false,
    )
  }

  prepare(jobs: readonly FileJob[], options: GroupOptions): Promise<readonly Prepared[]> {
    const ready = this.#lanes.filter((lane) => lane.isReady)
    const lanes = ready.length > 0 ? ready : this.#lanes
    const lane = lanes[this.#next++ % lanes.length]
    if (!lane) throw new StoreError('failed', 'There is no thread to parse files.')
    return lane.add({ jobs, options })
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }
}

/** One thread with its queue. */
class Lane {
  readonly #options: ParseThreadsOptions
  #worker: Worker | undefined
  #settle: (outcome: readonly Prepared[] | string) => void = () => undefined
  #last: Promise<unknown> = Promise.resolve()
  #hasLoaded = false
  /** Fails where the first thread of this lane ended before. */
  readonly loaded: Promise<void>

  constructor(options: ParseThreadsOptions) {
    this.#options = options
    const worker = this.#start()
    this.#worker = worker
    this.loaded = new Promise((resolve, reject) => {
      worker.once('message', () => resolve())
      worker.once('exit', () => reject(new StoreError('failed', 'A thread ended before it had loaded.')))
    })
    // Whoever waits for it learns of it; often nobody does.
    this.loaded.catch(() => undefined)
  }

  /** Once it has loaded; a thread that had to be started again takes its work all the same. */
  get isReady(): boolean {
    return this.#hasLoaded
  }

  add(group: ToParseThread): Promise<readonly Prepared[]> {
    const result = this.#last.then(() => this.#prepare(group))
    this.#last = result
    return result
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  async #prepare(group: ToParseThread): Promise<readonly Prepared[]> {
    const { jobs, options } = group
    const prepared = await this.#send(group)
    if (typeof prepared !== 'string') return prepared
    const [only] = jobs
    if (jobs.length === 1 && only) {
      const { prepareUnreadable } = await import('./prepare-file.ts')
      return [prepareUnreadable(only, `"${only.file.path}" cannot be indexed: ${prepared}`)]
    }
    const alone: Prepared[] = []
    for (const job of jobs) alone.push(...(await this.#prepare({ jobs: [job], options })))
    return alone
  }

  /** What the thread made of the files, or why it is no more. */
  async #send(group: ToParseThread): Promise<readonly Prepared[] | string> {
    const worker = (this.#worker ??= this.#start())
    let timer: NodeJS.Timeout | undefined
    const outcome = await new Promise<readonly Prepared[] | string>((resolve) => {
      this.#settle = resolve
      timer = setTimeout(() => resolve('it took too long.'), this.#options.milliseconds)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(group)
    })
    clearTimeout(timer)
    if (typeof outcome === 'string') await this.close()
    return outcome
  }

  #start(): Worker {
    const worker = new Worker(new URL('./parse-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    })
    const settle = (outcome: readonly Prepared[] | string): void => {
      if (this.#worker === worker) this.#settle(outcome)
    }
    worker.on('message', (message: FromParseThread) => {
      if (message === 'ready') this.#hasLoaded = true
      else settle(message)
    })
    worker.on('error', (error) => settle(`${error.message}.`))
    worker.on('exit', () => settle('its thread ended.'))
    return worker
  }
}
