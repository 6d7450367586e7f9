/** Calls between threads: methods of an object on the other side, by name, as promises. */
import { setTimeout } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { WorkspaceError, type WorkspaceErrorCode } from '@varve/workspace/notes'
import { IndexError, type IndexErrorCode, toIndexError } from '../index-error.ts'

interface Call {
  readonly id: number
  readonly method: string
  readonly input: readonly unknown[]
}

interface Reply {
  readonly id: number
  readonly value?: unknown
  readonly failure?: Failure
}

type Failure =
  | { readonly kind: 'index'; readonly code: IndexErrorCode; readonly message: string }
  | {
      readonly kind: 'workspace'
      readonly code: WorkspaceErrorCode
      readonly path: string
      readonly message: string
    }

type Input<Method> = Method extends (...input: infer Values) => unknown ? Values : never
type Output<Method> = Method extends (...input: never) => infer Value ? Awaited<Value> : never
type Port = {
  readonly on: (event: 'message', listener: (message: unknown) => void) => unknown
  readonly postMessage: (message: unknown) => void
}

/** Answers calls to the methods of an object, and closes the port after `close`. */
export function serveCalls(port: Port & { readonly close: () => void }, target: object): void {
  const methods = target as Readonly<Record<string, (...input: readonly unknown[]) => unknown>>
  const answer = async ({ id, method, input }: Call): Promise<Reply> => {
    try {
      return { id, value: await methods[method]?.(...input) }
    } catch (error) {
      return { id, failure: failureOf(error) }
    }
  }
  port.on('message', (message) => {
    const call = message as Call
    void answer(call).then((reply) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      port.postMessage(reply)
      if (call.method === 'close') port.close()
    })
  })
}

/** The calling side of a port. Once it has ended, no call is left open and none is taken. */
export class Caller<Target> {
  readonly #port: Port
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #next = 1
  #ended: IndexError | undefined

  constructor(port: Port) {
    this.#port = port
    port.on('message', (message) => {
      const reply = message as Reply | { readonly id?: undefined }
      if (reply.id !== undefined) this.#settle(reply)
    })
  }

  async call<Name extends keyof Target & string>(
    method: Name,
    ...input: Input<Target[Name]>
  ): Promise<Output<Target[Name]>> {
    if (this.#ended) throw this.#ended
    const id = this.#next++
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(id, waiting)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#port.postMessage({ id, method, input } satisfies Call)
    return (await waiting.promise) as Output<Target[Name]>
  }

  end(error: IndexError): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
  }

  #settle({ id, value, failure }: Reply): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (failure) waiting?.reject(errorOf(failure))
    else waiting?.resolve(value)
  }
}

/** For a thread that was asked to close and is still releasing its resources. */
const PATIENCE_MILLISECONDS = 2000

/** A thread with its calls. It starts with the first of them. */
export class ThreadClient<Target extends { readonly close: () => unknown }> {
  readonly #startWorker: () => Worker
  #started:
    | { readonly worker: Worker; readonly caller: Caller<Target>; readonly exited: Promise<unknown> }
    | undefined
  #isClosed = false

  constructor(startWorker: () => Worker) {
    this.#startWorker = startWorker
  }

  /** Before the first call, so that this does not wait for it. */
  start(): Worker {
    return this.#start().worker
  }

  async call<Name extends keyof Target & string>(
    method: Name,
    ...input: Input<Target[Name]>
  ): Promise<Output<Target[Name]>> {
    if (this.#isClosed) throw closed()
    return this.#start().caller.call(method, ...input)
  }

  /**
   * Ends the thread. It is asked to close and given time for that: cut off while it lets go of a database, it could
   * take the process along.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    if (!this.#started) return
    const { worker, caller, exited } = this.#started
    const input = [] as unknown as Input<Target['close']>
    // A thread that died before has said so.
    await caller.call('close', ...input).catch(() => undefined)
    const patience = new AbortController()
    const waited = setTimeout(PATIENCE_MILLISECONDS, undefined, { signal: patience.signal })
    await Promise.race([exited, waited.catch(() => undefined)])
    patience.abort()
    await worker.terminate()
  }

  #start() {
    if (this.#started) return this.#started
    const worker = this.#startWorker()
    const caller = new Caller<Target>(worker)
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.on('error', (error) =>
      caller.end(new IndexError('failed', `The index failed: ${messageOf(error)}.`, { cause: error })),
    )
    worker.on('exit', () => caller.end(closed()))
    this.#started = { worker, caller, exited }
    return this.#started
  }
}

function closed(): IndexError {
  return new IndexError('closed', 'The index is closed.')
}

function failureOf(error: unknown): Failure {
  if (error instanceof WorkspaceError)
    return { kind: 'workspace', code: error.code, path: error.path, message: error.message }
  const { code, message } = toIndexError(error)
  return { kind: 'index', code, message }
}

function errorOf(failure: Failure): Error {
  if (failure.kind === 'index') return new IndexError(failure.code, failure.message)
  return new WorkspaceError(failure.code, failure.path, failure.message)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
