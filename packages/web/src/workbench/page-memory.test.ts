import { expect, test } from 'vitest'
import { createChanges } from './page-memory.ts'

test('a question waits for every pending change of its chat, and no other', async () => {
  const changes = createChanges()
  const happened: string[] = []
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void changes.track(first.promise)
  void changes.track(second.promise)
  const asked = changes.saved().then(() => happened.push('asked'))
  first.resolve()
  await first.promise
  happened.push('first made')
  void changes.track(new Promise(() => undefined))
  second.resolve()
  await asked
  expect(happened).toEqual(['first made', 'asked'])
})

test('a refused change stops one question', async () => {
  const changes = createChanges()
  const change = changes.track(Promise.reject(new Error('no')))
  await expect(changes.saved()).rejects.toThrow('no')
  await expect(change).rejects.toThrow('no')
})
