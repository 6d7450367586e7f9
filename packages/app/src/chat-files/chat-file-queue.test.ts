import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { ChatFileQueue } from './chat-file-queue.ts'

test('endless changes do not delay a write forever', async () => {
  const runs: string[] = []
  const queue = new ChatFileQueue({
    run: async (workspaceId) => {
      runs.push(workspaceId)
      return 'written'
    },
    timer: () => 0,
    closing: new AbortController().signal,
  })
  // Each of them well within the delay of the one before.
  for (let count = 0; count < 100 && runs.length === 0; count += 1) {
    queue.due('w')
    await delay(20)
  }
  expect(runs).toEqual(['w'])
  await queue.settle()
})

test('retries a failed write with growing pauses until it succeeds or the program ends', async () => {
  vi.useFakeTimers()
  try {
    const closing = new AbortController()
    const runs: boolean[] = []
    let isThere = false
    const queue = new ChatFileQueue({
      run: async (_, isAgain) => {
        runs.push(isAgain)
        return isThere ? 'written' : 'behind'
      },
      timer: () => 0,
      closing: closing.signal,
    })
    queue.due('w')
    await vi.advanceTimersByTimeAsync(8000)
    expect(runs).toEqual([false, true, true, true])
    isThere = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs).toEqual([false, true, true, true, true])
    isThere = false
    queue.due('w')
    await vi.advanceTimersByTimeAsync(500)
    closing.abort()
    await queue.settle()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs.slice(5)).toEqual([false, true])
  } finally {
    vi.useRealTimers()
  }
})

test('closing in a hurry leaves the remaining files to the next start', async () => {
  const queue: ChatFileQueue = new ChatFileQueue({
    // As one that has more files to write than time.
    run: async () => {
      while (!queue.isLeft) await delay(1)
      return 'behind'
    },
    timer: () => 0,
    closing: AbortSignal.abort(),
  })
  queue.due('w')
  await queue.settleWithin(5)
  expect(queue.isLeft).toBe(true)
})
