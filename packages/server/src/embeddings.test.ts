import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from './testing/test-server.ts'

let it: TestServer

beforeAll(async () => {
  it = await testServer()
})

afterAll(() => it.close())

test('embeddings are switched on and off per workspace; anything else is refused', async () => {
  const put = (embeddings: unknown) =>
    it.call('PUT', '/api/workspaces/first/index/embeddings', { body: { embeddings } })
  const on = await put('built-in')
  expect(on.status).toBe(200)
  expect(await on.json()).toMatchObject({ embeddings: { vectorsDone: expect.any(Number) } })
  const off = await put('off')
  expect(await off.json()).not.toHaveProperty('embeddings')
  expect((await put('elsewhere')).status).toBe(400)
})
