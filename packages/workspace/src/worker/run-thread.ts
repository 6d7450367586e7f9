import { Worker } from 'node:worker_threads'

export interface WorkerLimits {
  /** From the start of the thread to its answer. */
  readonly milliseconds: number
  /** Of JavaScript objects; enforced by the engine itself. */
  readonly heapMegabytes: number
  /** Of bytes outside the heap (buffers, WebAssembly), which the engine's own limit does not see. */
  readonly bufferMegabytes: number
}

/** What became of a job; the caller says what each ending means for its user. */
export type WorkerOutcome<Output> =
  | { readonly kind: 'done'; readonly value: Output }
  /** The job threw; its message in its own words. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'timeout'; readonly milliseconds: number }
  | { readonly kind: 'memory'; readonly megabytes: number }
  /** The thread ended without an answer. */
  | { readonly kind: 'lost'; readonly message: string }

/** What a thread posts, once. */
export type WorkerAnswer<Output> =
  | { readonly kind: 'done'; readonly value: Output }
  | { readonly kind: 'failed'; readonly message: string }

/** A job on its way to the process that runs it. */
export interface ThreadJob {
  readonly entry: string
  readonly input: unknown
  readonly limits: WorkerLimits
}

const MEBIBYTE = 1024 * 1024
const LOOK_EVERY_MS = 20

/** Runs one job in a thread that is ended at its limits, and has ended when this resolves. */
export async function runThread(job: ThreadJob): Promise<WorkerOutcome<unknown>> {
  const worker = startThread(job)
  const stops: (() => void)[] = []
  try {
    return await new Promise<WorkerOutcome<unknown>>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', (error) => resolve(endedByError(error, job.limits)))
      worker.once('exit', (code) => resolve({ kind: 'lost', message: `The thread ended with ${code}.` }))
      stops.push(afterTime(job.limits, resolve), whenTooLarge(worker, job.limits, resolve))
    })
  } finally {
    for (const stop of stops) stop()
    await worker.terminate()
  }
}

type Resolve = (outcome: Exclude<WorkerOutcome<never>, { readonly kind: 'done' }>) => void

function startThread(job: ThreadJob): Worker {
  const worker = new Worker(new URL(job.entry), {
    workerData: job.input,
    execArgv: [],
    env: {},
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: job.limits.heapMegabytes,
      maxYoungGenerationSizeMb: Math.max(1, Math.ceil(job.limits.heapMegabytes / 8)),
    },
  })
  // Unread output of a thread would pile up in this process.
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

function endedByError(error: unknown, limits: WorkerLimits): Exclude<WorkerOutcome<never>, { kind: 'done' }> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { kind: 'memory', megabytes: limits.heapMegabytes }
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
}

function afterTime({ milliseconds }: WorkerLimits, resolve: Resolve): () => void {
  const timer = setTimeout(() => resolve({ kind: 'timeout', milliseconds }), milliseconds)
  return () => clearTimeout(timer)
}

/** The statistics come by an interrupt, so that a thread that never yields is seen as well. */
function whenTooLarge(worker: Worker, limits: WorkerLimits, resolve: Resolve): () => void {
  let asking = false
  const look = async (): Promise<void> => {
    if (asking) return
    asking = true
    const bytes = await worker.getHeapStatistics().then(
      (statistics) => statistics.external_memory,
      // A thread that is starting or ending has no statistics; its end is reported separately.
      () => 0,
    )
    asking = false
    if (bytes > limits.bufferMegabytes * MEBIBYTE)
      resolve({ kind: 'memory', megabytes: limits.bufferMegabytes })
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
