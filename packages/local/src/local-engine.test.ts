import { expect, test } from 'vitest'
import { ask, EngineUnderTest, LONG, promptOf, say } from './testing/engine-under-test.ts'

test('a second turn reads only what is new', async () => {
  await using under = new EngineUnderTest()
  const model = under.model()
  const own = { model, workspace: 'w', chat: 'c', epoch: 'e' }
  const first = [say('system', 'You help.'), say('user', LONG, 'What is a varve?')]
  const one = await ask(under.engine, { ...own, prompt: promptOf(...first) })
  expect(one.cachedTokens).toBe(0)
  const two = await ask(under.engine, {
    ...own,
    prompt: promptOf(...first, say('assistant', one.text), say('user', 'And now?')),
  })
  expect(two.cachedTokens).toBeGreaterThanOrEqual(one.promptTokens)
  await under.restart()
  const three = await ask(under.engine, {
    ...own,
    prompt: promptOf(...first, say('assistant', one.text), say('user', 'And now?')),
  })
  expect(three.cachedTokens).toBeGreaterThanOrEqual(one.promptTokens)
  expect(three.text).toBe(two.text)
})
