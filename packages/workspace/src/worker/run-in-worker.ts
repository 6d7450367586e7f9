import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { ThreadJob, WorkerLimits, WorkerOutcome } from './run-thread.ts'

export type { WorkerLimits, WorkerOutcome }

export interface WorkerJob<Input> {
  /** A `.ts` file that calls `serveJob`. */
  readonly entry: URL
  /** Cloned into the thread. */
  readonly input: Input
  readonly limits: WorkerLimits
  readonly signal?: AbortSignal | undefined
}

/** Processes at once, for all kinds of jobs together; the others wait their turn. */
const MOST_PROCESSES = Math.max(2, availableParallelism() - 1)
/** One without a job ends after so long: the next document often comes at once. */
const IDLE_MILLISECONDS = 5_000

/**
 * Runs one job in a thread that can be ended at any time, in a process of its own: the engine ends a thread that runs
 * out of memory, but where a single piece is too large it ends the whole process. The thread has no environment
 * variables and prints nothing. Rejects only when aborted, with the signal's reason.
 */
export async function runInWorker<Input, Output>(job: WorkerJob<Input>): Promise<WorkerOutcome<Output>> {
  job.signal?.throwIfAborted()
  await takeSlot(job.signal)
  try {
    return await runInProcess(job)
  } finally {
    freeSlot()
  }
}

let running = 0
const waiting = new Set<() => void>()

async function takeSlot(signal: AbortSignal | undefined): Promise<void> {
  if (running < MOST_PROCESSES) {
    running += 1
    return
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = whenAborted(signal, reject)
  waiting.add(resolve)
  try {
    // A job that ends passes its slot on, so `running` stays as it is.
    await promise
  } finally {
    waiting.delete(resolve)
    stop()
  }
}

function freeSlot(): void {
  const [next] = waiting
  if (!next) running -= 1
  else {
    waiting.delete(next)
    next()
  }
}

const idle = new Map<ChildProcess, NodeJS.Timeout>()
const busy = new Set<ChildProcess>()

/** Lets this program end before its jobs do; they end with it. */
export function leaveJobs(): void {
  for (const child of busy) {
    child.unref()
    child.channel?.unref()
  }
}

async function runInProcess<Input, Output>(job: WorkerJob<Input>): Promise<WorkerOutcome<Output>> {
  const { entry, input, limits, signal } = job
  const child = takeProcess()
  busy.add(child)
  const { promise, resolve, reject } = Promise.withResolvers<WorkerOutcome<Output>>()
  const onExit = (code: number | null, by: NodeJS.Signals | null): void => resolve(endedAs(code, by, limits))
  const onError = ({ message }: Error): void => resolve({ kind: 'lost', message })
  const stop = whenAborted(signal, reject)
  child.once('message', resolve).once('exit', onExit).on('error', onError)
  let isWell = false
  try {
    child.send({ entry: entry.href, input, limits } satisfies ThreadJob)
    const outcome = await promise
    isWell = child.connected
    return outcome
  } finally {
    stop()
    busy.delete(child)
    child.off('message', resolve).off('exit', onExit).off('error', onError)
    if (isWell) keepProcess(child)
    else child.kill('SIGKILL')
  }
}

function takeProcess(): ChildProcess {
  for (const [child, timer] of idle) {
    idle.delete(child)
    clearTimeout(timer)
    if (!child.connected) continue
    child.ref()
    child.channel?.ref()
    return child
  }
  const child = fork(new URL('./worker-process.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: [],
  })
  // What goes wrong while nobody waits is seen when it is taken again.
  return child.on('error', () => undefined)
}

function keepProcess(child: ChildProcess): void {
  const end = (): void => {
    idle.delete(child)
    child.kill('SIGKILL')
  }
  idle.set(child, setTimeout(end, IDLE_MILLISECONDS).unref())
  child.unref()
  child.channel?.unref()
}

/** An abort is what the engine does when it finds no room; a kill, what the system does. */
function endedAs(
  code: number | null,
  by: NodeJS.Signals | null,
  { heapMegabytes: megabytes }: WorkerLimits,
): Extract<WorkerOutcome<never>, { readonly kind: 'memory' | 'lost' }> {
  const isMemory = by === 'SIGABRT' || by === 'SIGKILL' || by === 'SIGTRAP' || code === 134
  if (isMemory) return { kind: 'memory', megabytes }
  return { kind: 'lost', message: `The process ended with ${by ?? code}.` }
}

function whenAborted(signal: AbortSignal | undefined, reject: (reason: unknown) => void): () => void {
  if (!signal) return () => undefined
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return () => signal.removeEventListener('abort', abort)
}
