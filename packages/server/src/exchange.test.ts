import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from './testing/test-server.ts'

let it: TestServer
let chatId = ''

beforeAll(async () => {
  it = await testServer()
  const { app, workspaceId } = it
  chatId = (await app.createChat({ workspaceId })).id
  const { answerId } = await app.sendMessage({ workspaceId, chatId, text: 'A walrus? Ünïcode*', attach: [] })
  for await (const _ of (await app.watchAnswer({ workspaceId, answerId, after: 0 })) ?? []);
})

afterAll(() => it.close())

const CHATS = '/api/workspaces/first/chats'

test('searches chats, within limits', async () => {
  const found = await it.call('GET', `${CHATS}/search?q=walr&among=current&limit=5&from=2020-01-01`)
  expect(await found.json()).toMatchObject({
    more: false,
    hits: [{ chat: { id: chatId }, titleHighlights: [[2, 8]] }],
  })
  expect(await (await it.call('GET', `${CHATS}/search?q=walr&until=2020-01-01`)).json()).toMatchObject({
    hits: [],
  })
  expect(await (await it.call('GET', `${CHATS}/search`)).json()).toMatchObject({
    hits: [{ chat: { id: chatId } }],
  })
  for (const query of [
    'q=x&limit=0',
    'q=x&limit=101',
    'q=x&among=all',
    'from=never',
    `q=${'x'.repeat(1001)}`,
  ])
    expect([query, (await it.call('GET', `${CHATS}/search?${query}`)).status]).toEqual([query, 400])
})

test('exports a chat as a download, and imports it again', async () => {
  for (const [form, type] of [
    ['markdown', 'text/markdown; charset=utf-8'],
    ['json', 'application/json'],
    ['jsonl', 'application/x-ndjson'],
    ['html', 'text/html; charset=utf-8'],
  ] as const) {
    const response = await it.call('GET', `${CHATS}/${chatId}/export?form=${form}`)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename\*=UTF-8''A%20walrus%20%C3%9Cn%C3%AFcode%20[\w%]+\.(md|json|jsonl|html)$/,
    )
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
  }
  expect((await it.call('GET', `${CHATS}/${chatId}/export?form=exe`)).status).toBe(400)
  const { text } = await it.app.exportChat({ workspaceId: it.workspaceId, chatId, form: 'json' })
  const headers = { 'content-type': 'application/octet-stream' }
  const imported = await it.call('POST', `${CHATS}/import?name=a.json`, { body: text, headers })
  expect(await imported.json()).toMatchObject({
    chats: [{ source: 'a.json', outcome: 'known', chatId }],
    skipped: [],
  })
  expect((await it.call('POST', `${CHATS}/import`, { body: { text } })).status).toBe(400)
})

test('exports the requests of a chat as a download, line by line, and deletes them', async () => {
  const response = await it.call('GET', `${CHATS}/${chatId}/trace`)
  expect(response.headers.get('content-type')).toBe('application/x-ndjson')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*\.trace\.jsonl$/)
  const lines = (await response.text()).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { conversation: chatId, turn: 1, user: 'A walrus? Ünïcode*', answers: [{ calls: [{ number: 1 }] }] },
  ])
  const inspection = `${CHATS}/${chatId}/turns/1/inspection`
  expect((await it.call('GET', inspection)).status).toBe(200)
  expect(await (await it.call('DELETE', `${CHATS}/${chatId}/trace`)).json()).toMatchObject({ calls: 1 })
  expect((await it.call('GET', inspection)).status).toBe(410)
  expect((await it.call('GET', `${CHATS}/nowhere/trace`)).status).toBe(404)
})

test('makes a title on request', async () => {
  const response = await it.call('POST', `${CHATS}/${chatId}/title`, { body: {} })
  expect(await response.json()).toMatchObject({ by: 'first-words', chat: { title: 'A walrus? Ünïcode*' } })
})

test('changes title and tags together or not at all', async () => {
  const change = (body: unknown) => it.call('PATCH', `${CHATS}/${chatId}`, { body })
  const before = await (await it.call('GET', `${CHATS}/${chatId}`)).json()
  const tags = ['x'.repeat(101)]
  for (const body of [
    { title: 'New', tags },
    { title: ' ', tags: ['law'], pinned: true },
  ])
    expect((await change(body)).status).toBe(422)
  expect(await (await it.call('GET', `${CHATS}/${chatId}`)).json()).toEqual(before)
  const changed = await change({ title: 'New  one', tags: ['#law'], pinned: true })
  expect(await changed.json()).toMatchObject({ title: 'New one', tags: ['law'] })
  for (const word of ['one', 'law'])
    expect(await (await it.call('GET', `${CHATS}/search?q=${word}`)).json()).toMatchObject({
      hits: [{ chat: { id: chatId, title: 'New one' } }],
    })
})
