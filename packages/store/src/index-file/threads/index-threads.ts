import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { IndexerData, IndexThreadData } from '../protocol/index-protocol.ts'

/** Someone who looks for a folder has found it by then, or has given up. */
const KEPT_MILLISECONDS = 120_000
/** For one that ends its rehearsal. */
const PATIENCE_MILLISECONDS = 2000

export interface IndexThreadsOptions {
  /** How long a thread is kept that nobody takes. */
  readonly keptMilliseconds?: number
  /** Where folders for rehearsals are made. */
  readonly place?: string
}

interface Ahead {
  readonly worker: Worker
  readonly timer: NodeJS.Timeout
  /** The one in which it rehearses. */
  readonly removeFolder: () => void
}

/**
 * The threads that write the indexes of one program. One can be got ready while a person still looks for the folder to
 * open: to start threads, and to run new code until it is quick, takes longer than to index a thousand notes.
 */
export class IndexThreads {
  readonly #keptMilliseconds: number
  readonly #place: string
  #ahead: Ahead | undefined

  constructor({ keptMilliseconds = KEPT_MILLISECONDS, place = tmpdir() }: IndexThreadsOptions = {}) {
    this.#keptMilliseconds = keptMilliseconds
    this.#place = place
  }

  /** Whether one is there, or on its way, that nobody has taken yet. */
  get hasAhead(): boolean {
    return this.#ahead !== undefined
  }

  /** A thread for one index, which is its caller's from here on. */
  start(data: IndexerData): Worker {
    const ahead = this.#takeAhead()
    const worker = ahead?.worker ?? startThread({})
    worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(data, data.files ? [data.files satisfies MessagePort] : [])
    return worker
  }

  /** Has a thread start and rehearse for the next index. It keeps no program from ending, and goes when nobody takes it. */
  prepare(): void {
    if (this.#ahead) return
    const folder = mkdtempSync(join(this.#place, 'varve-rehearsal-'))
    const worker = startThread({ rehearsal: folder })
    const timer = setTimeout(this.#forget, this.#keptMilliseconds)
    timer.unref()
    worker.unref()
    worker.on('error', this.#forget)
    worker.on('exit', this.#forget)
    const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
    // A program may end without closing this; its threads are cut off then.
    process.once('exit', removeFolder)
    this.#ahead = { worker, timer, removeFolder }
  }

  /** Ends the thread that nobody has taken. */
  async close(): Promise<void> {
    const ahead = this.#takeAhead()
    if (!ahead) return
    const exited = new Promise((resolve) => ahead.worker.once('exit', resolve))
    // Whoever waits for this waits for the thread, also where nothing else keeps the program going.
    ahead.worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    ahead.worker.postMessage('end')
    // Cut off while it has a database open, it could take the process along.
    await Promise.race([exited, sleep(PATIENCE_MILLISECONDS, undefined, { ref: false })])
    await ahead.worker.terminate()
    ahead.removeFolder()
  }

  #takeAhead(): Ahead | undefined {
    const ahead = this.#ahead
    this.#ahead = undefined
    if (!ahead) return undefined
    clearTimeout(ahead.timer)
    process.off('exit', ahead.removeFolder)
    ahead.worker.off('error', this.#forget)
    ahead.worker.off('exit', this.#forget)
    return ahead
  }

  /** Also one that died before it was needed: the next index starts its own, and that one says what is wrong. */
  readonly #forget = (): void => void this.close()
}

function startThread(workerData: IndexThreadData): Worker {
  return new Worker(new URL('./index-thread.ts', import.meta.url), { workerData, execArgv: [] })
}
