import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ChatFileQueue } from './chat-file-queue.ts'

test('changes that follow each other without end do not put a write off for ever', async () => {
  const runs: string[] = []
  const queue = new ChatFileQueue({
    run: async (workspaceId) => void runs.push(workspaceId),
    timer: () => 0,
  })
  // Each of them well within the delay of the one before.
  for (let count = 0; count < 100 && runs.length === 0; count += 1) {
    queue.due('w')
    await delay(20)
  }
  expect(runs).toEqual(['w'])
  await queue.settle()
})
