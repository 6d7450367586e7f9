import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerAnswer } from './run-thread.ts'

/** The other end of `runInWorker`: handles the one input of this thread and posts what came of it. */
export async function serveJob<Output>(handle: (input: never) => Output | Promise<Output>): Promise<void> {
  if (!parentPort) throw new Error('A job is served in a thread only.')
  const answer = await answerOf(handle)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort.postMessage(answer)
}

async function answerOf<Output>(
  handle: (input: never) => Output | Promise<Output>,
): Promise<WorkerAnswer<Output>> {
  try {
    // The starter and the served function are two files of one job; the starter's types hold for both.
    return { kind: 'done', value: await handle(workerData as never) }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
