import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TurnStatisticsView } from '@varve/contract'
import { type TestServer, testServer } from './testing/test-server.ts'

let it: TestServer

beforeAll(async () => {
  it = await testServer()
})

afterAll(() => it.close())

async function statistics(query = ''): Promise<TurnStatisticsView> {
  const response = await it.call('GET', `/api/workspaces/first/statistics${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as TurnStatisticsView
}

test('statistics of the workspace, of a chat, and since a date', async () => {
  const { app, workspaceId } = it
  const { id: chatId } = await app.createChat({ workspaceId })
  const { answerId } = await app.sendMessage({ workspaceId, chatId, text: 'When?', attach: ['plan.md'] })
  const events = await app.watchAnswer({ workspaceId, answerId, after: 0 })
  for await (const { event } of events ?? []) if (event.kind === 'done') break
  const all = await statistics()
  expect(all).toMatchObject({ turns: 1, total: { calls: 1 }, models: [{ modelId: 'offline' }] })
  expect((await statistics(`?chat=${chatId}`)).turns).toBe(1)
  const unknown = await it.call('GET', '/api/workspaces/first/statistics?chat=another')
  expect(unknown.status).toBe(404)
  await app.deleteChat({ workspaceId, chatId })
  // What it cost stays to be seen while it is in the trash.
  expect((await statistics(`?chat=${chatId}`)).turns).toBe(1)
  expect((await statistics('?since=2000-01-01')).turns).toBe(1)
  expect((await statistics('?since=2999-01-01T00:00:00Z')).turns).toBe(0)
  const refused = await it.call('GET', '/api/workspaces/first/statistics?since=yesterday')
  expect(refused.status).toBe(400)
  const foreign = await it.callAsOther('GET', '/api/workspaces/first/statistics')
  expect(foreign.status).toBe(404)
})
