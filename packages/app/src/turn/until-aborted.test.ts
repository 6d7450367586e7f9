import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { untilAborted } from './stream-answer.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test('an abort ends the items, even of a hanging stream', async () => {
  const stopping = new AbortController()
  const hangs = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }
  const first = untilAborted(hangs, stopping.signal).next()
  stopping.abort()
  expect(await first).toEqual({ done: true, value: undefined })
})

test('streamed items are not retained until the end', async () => {
  const EVENTS = 20_000
  async function* counted(): AsyncGenerator<number> {
    for (let number = 0; number <= EVENTS; number += 1) yield number
  }
  const { signal } = new AbortController()
  collect()
  const before = process.memoryUsage().heapUsed
  let grown = 0
  for await (const number of untilAborted(counted(), signal))
    if (number === EVENTS) {
      collect()
      grown = process.memoryUsage().heapUsed - before
    }
  expect(grown / EVENTS).toBeLessThan(100)
})
