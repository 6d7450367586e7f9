import { Worker } from 'node:worker_threads'
import { StoreError } from '../../store-error.ts'
import type { GroupOptions } from '../preparing/prepare-group.ts'
import type { FileJob, Prepared } from '../preparing/prepared-file.ts'

export interface ToParseThread {
  readonly jobs: readonly FileJob[]
  readonly options: GroupOptions
}

/** A thread says that it has loaded, and then gives back each group that it was sent. */
export type FromParseThread = 'ready' | readonly Prepared[]

interface Task {
  readonly group: ToParseThread
  readonly resolve: (prepared: readonly Prepared[]) => void
  readonly reject: (error: unknown) => void
}

const HEAP_MEGABYTES = 1024
/** One is being parsed and some lie ready: whoever writes need not look up for the next to begin. */
const SENT = 8

/** One thread that parses, with its queue. */
export class ParseLane {
  readonly #milliseconds: number
  readonly #waiting: Task[] = []
  /** In the thread; it is at work on the first. */
  readonly #sent: Task[] = []
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #hasLoaded = false
  #isClosed = false
  /** Fails where the first thread of this lane ended before. */
  readonly loaded: Promise<void>

  /** With the most that one group may take. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
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

  prepare(group: ToParseThread): Promise<readonly Prepared[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ group, resolve, reject })
      this.#send()
    })
  }

  /** What is not done by then is refused: nobody is left waiting for it. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#waiting.unshift(...this.#sent.splice(0))
    this.#send()
    await this.#endThread()
  }

  #send(): void {
    if (this.#isClosed) return this.#refuse()
    while (this.#sent.length < SENT) {
      const task = this.#waiting.shift()
      if (!task) return
      this.#sent.push(task)
      if (this.#sent.length === 1) this.#watchFirst()
      this.#worker ??= this.#start()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage(task.group)
    }
  }

  #refuse(): void {
    for (const { reject } of this.#waiting.splice(0))
      reject(new StoreError('closed', 'The thread that parses files is closed.'))
  }

  #watchFirst(): void {
    clearTimeout(this.#timer)
    if (this.#sent.length > 0)
      this.#timer = setTimeout(() => void this.#fail('it took too long.'), this.#milliseconds)
  }

  #done(prepared: readonly Prepared[]): void {
    this.#sent.shift()?.resolve(prepared)
    this.#watchFirst()
    this.#send()
  }

  /** What the thread was at work on is tried again file by file; what else it had, as if it had not. */
  async #fail(reason: string): Promise<void> {
    const [first, ...others] = this.#sent.splice(0)
    await this.#endThread()
    this.#waiting.unshift(...(first ? await takenApart(first, reason) : []), ...others)
    this.#send()
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./parse-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    })
    const failed = (reason: string): void => {
      if (this.#worker === worker) void this.#fail(reason)
    }
    worker.on('message', (message: FromParseThread) => {
      if (message === 'ready') this.#hasLoaded = true
      else if (this.#worker === worker) this.#done(message)
    })
    worker.on('error', (error) => failed(`${error.message}.`))
    worker.on('exit', () => failed('its thread ended.'))
    return worker
  }
}

/** A task for each file; a file that was alone is known to be the one, and there is nothing left to do. */
async function takenApart({ group, resolve, reject }: Task, reason: string): Promise<readonly Task[]> {
  const { jobs, options } = group
  const [only] = jobs
  if (jobs.length === 1 && only) {
    const { prepareUnreadable } = await import('../preparing/prepare-file.ts')
    resolve([prepareUnreadable(only, `"${only.file.path}" cannot be indexed: ${reason}`)])
    return []
  }
  const tasks: Task[] = []
  const alone = jobs.map(
    (job) =>
      new Promise<readonly Prepared[]>((done, refused) =>
        tasks.push({ group: { jobs: [job], options }, resolve: done, reject: refused }),
      ),
  )
  Promise.all(alone).then((prepared) => resolve(prepared.flat()), reject)
  return tasks
}
