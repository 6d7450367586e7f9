import { setTimeout } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { StoreError } from '../../store-error.ts'
import type { Answer, Call } from '../protocol/index-protocol.ts'

/** For a thread that has closed what it held. */
const PATIENCE_MILLISECONDS = 2000

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: StoreError) => void
}

/** Questions to a thread as promises, which starts with the first. A thread that ends leaves none of them open. */
export class ThreadCaller<Request extends { readonly kind: string }> {
  readonly #startWorker: () => Worker
  #worker: Worker | undefined
  #exited: Promise<unknown> = Promise.resolve()
  readonly #waiting = new Map<number, Waiting>()
  #next = 1
  #ended: StoreError | undefined

  constructor(startWorker: () => Worker) {
    this.#startWorker = startWorker
  }

  get hasStarted(): boolean {
    return this.#worker !== undefined
  }

  /** Before the first question, so that this does not wait for it. */
  start(): Worker {
    if (this.#worker) return this.#worker
    const worker = this.#startWorker()
    this.#worker = worker
    this.#exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.on('message', (message: Answer | { readonly kind: 'progress' }) => {
      if (message.kind === 'answer') this.#settle(message)
    })
    worker.on('error', (error) =>
      this.#end(new StoreError('failed', `The index failed: ${error.message}.`, { cause: error })),
    )
    worker.on('exit', () => this.#end(new StoreError('closed', 'The index is closed.')))
    return worker
  }

  call(request: Request): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      const id = this.#next++
      this.#waiting.set(id, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.start().postMessage({ id, request } satisfies Call<Request>)
    })
  }

  /**
   * Ends the thread with all that it started; what it was asked and has not answered is refused. One that was
   * told to close goes by itself: cut off while it lets go of a database, it could take the process along.
   */
  async end(): Promise<void> {
    const patience = new AbortController()
    const waited = setTimeout(PATIENCE_MILLISECONDS, undefined, { signal: patience.signal }).catch(
      () => undefined,
    )
    await Promise.race([this.#exited, waited])
    patience.abort()
    await this.#worker?.terminate()
    this.#end(new StoreError('closed', 'The index is closed.'))
  }

  #settle({ id, value, failure }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (failure) waiting?.reject(new StoreError(failure.code, failure.message))
    else waiting?.resolve(value)
  }

  #end(error: StoreError): void {
    this.#ended ??= error
    for (const waiting of this.#waiting.values()) waiting.reject(this.#ended)
    this.#waiting.clear()
  }
}
