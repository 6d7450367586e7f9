import { Worker } from 'node:worker_threads'
import { once } from '../once.ts'
import { StoreError } from '../store-error.ts'
import type { Batch } from '../statement.ts'
import type { BatchResult, FromWriter, ToWriter, WriterData } from './writer-protocol.ts'

export interface Writer {
  /** Set when the file is newer than this program: every write is refused with this text. */
  readonly readOnly?: string
  /** Resolves when the batch is on disk; rejects when nothing of it is. In order of the calls. */
  readonly commit: (batch: Batch) => Promise<void>
  /** Waits for what was accepted, then closes. */
  readonly close: () => Promise<void>
}

interface Waiting {
  readonly batch: Batch
  readonly resolve: () => void
  readonly reject: (error: StoreError) => void
}

const MAXIMUM_GROUP = 256

/** Starts the writer's thread, which opens, locks and migrates the database before it answers. */
export async function startWriter(data: WriterData): Promise<Writer> {
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
    workerData: data,
    execArgv: [],
  })
  const first = await firstMessage(worker)
  switch (first.kind) {
    case 'ready':
      return new QueueWriter(worker)
    case 'newer': {
      await worker.terminate()
      const refused = new StoreError('schema-newer', first.message)
      return {
        readOnly: first.message,
        commit: () => Promise.reject(refused),
        close: () => Promise.resolve(),
      }
    }
    case 'refused':
      await worker.terminate()
      throw new StoreError(first.failure.code, first.failure.message)
    case 'results':
    case 'closed':
      throw new StoreError('failed', `The writer began with "${first.kind}".`)
    default:
      return first satisfies never
  }
}

function firstMessage(worker: Worker): Promise<FromWriter> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** Collects what arrives while a group is being written; that is the next group. */
class QueueWriter implements Writer {
  readonly #worker: Worker
  #waiting: Waiting[] = []
  #inFlight: readonly Waiting[] = []
  #closing: { readonly resolve: () => void } | undefined
  #stopped: StoreError | undefined

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (message: FromWriter) => this.#receive(message))
    worker.on('error', (error) =>
      this.#stop(new StoreError('failed', 'The writer failed.', { cause: error })),
    )
    worker.on('exit', () => this.#stop(new StoreError('closed', 'The database is closed.')))
  }

  commit(batch: Batch): Promise<void> {
    if (this.#stopped) return Promise.reject(this.#stopped)
    if (this.#closing) return Promise.reject(new StoreError('closed', 'The database is closing.'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject })
      this.#sendNext()
    })
  }

  readonly close = once(() => {
    if (this.#stopped) return Promise.resolve()
    return new Promise((resolve) => {
      this.#closing = { resolve }
      this.#sendNext()
    })
  })

  #sendNext(): void {
    if (this.#inFlight.length > 0) return
    if (this.#waiting.length > 0) {
      this.#inFlight = this.#waiting.slice(0, MAXIMUM_GROUP)
      this.#waiting = this.#waiting.slice(MAXIMUM_GROUP)
      this.#post({ kind: 'group', batches: this.#inFlight.map((waiting) => waiting.batch) })
    } else if (this.#closing) this.#post({ kind: 'close' })
  }

  #post(message: ToWriter): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(message)
  }

  #receive(message: FromWriter): void {
    if (message.kind !== 'results') return
    const group = this.#inFlight
    this.#inFlight = []
    for (const [index, waiting] of group.entries()) settle(waiting, message.results[index])
    this.#sendNext()
  }

  #stop(error: StoreError): void {
    this.#stopped ??= error
    for (const waiting of [...this.#inFlight, ...this.#waiting]) waiting.reject(this.#stopped)
    this.#inFlight = []
    this.#waiting = []
    this.#closing?.resolve()
  }
}

function settle(waiting: Waiting, result: BatchResult | undefined): void {
  if (result?.kind === 'done') waiting.resolve()
  else if (result) waiting.reject(new StoreError(result.failure.code, result.failure.message))
  else waiting.reject(new StoreError('failed', 'The writer gave no result.'))
}
