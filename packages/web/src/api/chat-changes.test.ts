import { expect, test } from 'vitest'
import { chatChange, chatChangesMade } from './chat-changes.ts'

test('what is asked waits for every change that is under way, and for no other', async () => {
  const happened: string[] = []
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void chatChange(first.promise)
  void chatChange(second.promise)
  const asked = chatChangesMade().then(() => happened.push('asked'))
  first.resolve()
  await first.promise
  happened.push('first made')
  void chatChange(new Promise(() => undefined))
  second.resolve()
  await asked
  expect(happened).toEqual(['first made', 'asked'])
})

test('a change that was refused is a reason not to ask, once', async () => {
  const change = chatChange(Promise.reject(new Error('no')))
  await expect(chatChangesMade()).rejects.toThrow('no')
  await expect(change).rejects.toThrow('no')
})
