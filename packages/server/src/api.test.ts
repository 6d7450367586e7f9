import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ChatSummaryView,
  type ChatView,
  type FileView,
  type ForecastView,
  type InspectionView,
  type SendResponse,
  VIEWS,
} from '@varve/contract'
import { ERROR_STATUS } from './error-status.ts'
import { parseEvents, type TestServer, testServer, textOf, turnOf } from './testing/test-server.ts'

let it: TestServer

beforeAll(async () => {
  it = await testServer()
})

afterAll(() => it.close())

async function json<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await it.call(method, path, { body, headers })
  expect([path, response.ok]).toEqual([path, true])
  return (await response.json()) as T
}

test('a walk: files, chat, send, events, inspection, forecast, forget, rename, delete', async () => {
  expect(await json('GET', '/api/workspaces/first')).toMatchObject({
    name: 'Demo',
    kind: 'folder',
    fileCount: 1,
  })
  expect(await json('GET', '/api/models')).toMatchObject([{ id: 'offline' }])
  const [file] = await json<readonly FileView[]>('GET', '/api/workspaces/first/files')
  expect(file).toMatchObject({ path: 'plan.md', kind: 'note' })
  expect(await json('GET', '/api/workspaces/first/files/content?path=plan.md')).toMatchObject({
    content: expect.stringContaining('12 December'),
  })

  const chat = await json<ChatView>('POST', '/api/workspaces/first/chats', {})
  expect(await json('GET', '/api/workspaces/first/chats')).toMatchObject([
    { id: chat.id, title: 'New chat', answering: false },
  ])
  const refused = await it.call('POST', '/api/workspaces/first/chats', { body: { project: 'harbour' } })
  expect(refused.status).toBe(422)
  const harbour = '/api/workspaces/first/definitions/project/harbour'
  await json('PUT', harbour, { content: '---\ndescription: The harbour.\n---\nBe brief.\n' })
  const inProject = await json<ChatView>('POST', '/api/workspaces/first/chats', { project: 'harbour' })
  const ofProject = '/api/workspaces/first/chats?project=harbour'
  expect(await json('GET', ofProject)).toMatchObject([{ id: inProject.id, project: 'harbour' }])
  await it.call('DELETE', `/api/workspaces/first/chats/${inProject.id}`)
  expect(await json('GET', ofProject)).toEqual([])
  await it.call('DELETE', harbour)
  const draft = { text: 'When is the launch?', attach: ['plan.md'] }
  expect(await json('POST', `/api/workspaces/first/chats/${chat.id}/forecast`, draft)).toMatchObject({
    costUSD: 0,
  })
  const sent = await json<SendResponse>('POST', `/api/workspaces/first/chats/${chat.id}/turns`, draft, {
    'idempotency-key': 'key-12345',
  })
  expect(
    await json('POST', `/api/workspaces/first/chats/${chat.id}/turns`, draft, {
      'idempotency-key': 'key-12345',
    }),
  ).toEqual(sent)

  const stream = await it.call('GET', `/api/workspaces/first/answers/${sent.answerId}/events`)
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const events = parseEvents(await stream.text())
  const turn = turnOf(events)
  expect(turn).toMatchObject({
    number: 1,
    attachments: [{ key: 'plan.md', form: 'full' }],
    answer: { status: 'complete' },
  })
  expect(turn.answer.text).toContain('12 December')

  const { turns, kept } = await json<ChatView>('GET', `/api/workspaces/first/chats/${chat.id}`)
  expect(turns).toEqual([turn])
  expect(kept).toMatchObject([{ key: 'plan.md', sinceTurn: 1 }])
  const inspection = await json<InspectionView>(
    'GET',
    `/api/workspaces/first/chats/${chat.id}/turns/1/inspection`,
  )
  expect(inspection.layers.map((layer) => layer.id)).toEqual(['L1', 'L2', 'L3', 'L4', 'L5'])
  const inspect = `/api/workspaces/first/chats/${chat.id}/turns/1/inspection`
  expect(await json('GET', `${inspect}?call=1`)).toEqual(inspection)
  for (const [call, status] of [
    ['2', 404],
    ['x', 400],
  ] as const)
    expect((await it.call('GET', `${inspect}?call=${call}`)).status).toBe(status)
  expect((await it.call('GET', `/api/workspaces/first/chats/${chat.id}/side-calls/x`)).status).toBe(404)
  expect(
    await json('POST', `/api/workspaces/first/chats/${chat.id}/forget`, { key: 'plan.md' }),
  ).toMatchObject({ kept: [] })
  expect(
    await json('POST', `/api/workspaces/first/chats/${chat.id}/forget`, { key: 'plan.md', undo: true }),
  ).toMatchObject({
    forgotten: [],
  })
  expect(await json('POST', `/api/workspaces/first/answers/${sent.answerId}/stop`, {})).toEqual(turn)
  expect(await json('PATCH', `/api/workspaces/first/chats/${chat.id}`, { title: 'Launch' })).toMatchObject({
    title: 'Launch',
  })
  expect((await it.call('DELETE', `/api/workspaces/first/chats/${chat.id}`)).status).toBe(204)
  expect((await it.call('GET', `/api/workspaces/first/chats/${chat.id}`)).status).toBe(404)
  expect((await it.call('GET', `/api/workspaces/first/answers/${sent.answerId}/events`)).status).toBe(404)
})

test('unknown ids are refused or not found, and the last page of turns needs no number', async () => {
  const memory = '/api/workspaces/first/memory'
  const before = await json('GET', memory)
  for (const body of [{}, { hash: 'x' }, { add: ' ' }, { add: 'a', content: 'b' }])
    expect((await it.call('PUT', memory, { body })).status).toBe(400)
  expect(await json('GET', memory)).toEqual(before)
  expect((await it.call('GET', '/api/workspaces/nope/chats')).status).toBe(404)
  const { id } = await json<ChatView>('POST', '/api/workspaces/first/chats', {})
  const chat = `/api/workspaces/first/chats/${id}`
  expect(await json('GET', `${chat}/turns`)).toEqual({ turns: [], earlier: 0 })
  expect((await it.call('GET', `${chat}/turns?before=x`)).status).toBe(400)
  for (const agent of ['../x', 'nope'])
    expect((await it.call('PATCH', `${chat}/settings`, { body: { agent } })).status).toBe(422)
})

test('chat files can be switched off and on, and to nothing else', async () => {
  const path = '/api/workspaces/first/settings'
  expect(await json('PATCH', path, { chatFiles: 'off' })).toMatchObject({ chatFiles: 'off' })
  expect(await json('GET', '/api/workspaces/first')).toMatchObject({ settings: { chatFiles: 'off' } })
  for (const body of [{ chatFiles: 'maybe' }, { other: 1 }])
    expect((await it.call('PATCH', path, { body })).status).toBe(400)
  expect(await json('PATCH', path, { chatFiles: 'on' })).toMatchObject({ chatFiles: 'on' })
  const nowhere = await it.call('PATCH', '/api/workspaces/none/settings', { body: { chatFiles: 'off' } })
  expect(nowhere.status).toBe(404)
})

test('a citation opens the text that the model received', async () => {
  const chat = await json<ChatView>('POST', '/api/workspaces/first/chats', {})
  it.write('cited note.md', 'The launch is on 12 December.')
  const draft = { text: 'When is the launch?', attach: ['cited note.md'] }
  const { answerId } = await json<SendResponse>('POST', `/api/workspaces/first/chats/${chat.id}/turns`, draft)
  await (await it.call('GET', `/api/workspaces/first/answers/${answerId}/events`)).text()
  it.write('cited note.md', 'The launch is on 15 January.')
  const source = `/api/workspaces/first/chats/${chat.id}/turns/1/source`
  expect(await json('GET', `${source}?path=cited%20note.md`)).toMatchObject({
    path: 'cited note.md',
    title: 'cited note',
    content: 'The launch is on 12 December.',
    changed: 'changed',
  })
  expect(await json('GET', `/api/workspaces/first/chats/${chat.id}`)).toMatchObject({
    kept: [{ status: 'changed' }],
  })
  expect((await it.call('GET', source)).status).toBe(400)
  for (const path of ['plan.md', '../secret.md', '%2e%2e%2fsecret.md', ''])
    expect((await it.call('GET', `${source}?path=${path}`)).status).toBe(404)
})

test('a message over the budget is refused with the numbers of the forecast', async () => {
  const chat = await json<ChatView>('POST', '/api/workspaces/first/chats', {})
  it.write('large.md', 'word '.repeat(600_000))
  const draft = { text: 'Read it.', attach: ['large.md'] }
  const forecast = await json<ForecastView>('POST', `/api/workspaces/first/chats/${chat.id}/forecast`, draft)
  const { usedTokens: needed, budgetTokens: budget, largest } = forecast
  expect(forecast.overBy).toBe(needed - budget)
  expect(largest?.[0]).toMatchObject({ key: 'large.md' })
  const response = await it.call('POST', `/api/workspaces/first/chats/${chat.id}/turns`, { body: draft })
  expect(response.status).toBe(422)
  expect(await response.json()).toEqual({
    type: '/api/docs#does-not-fit',
    title: 'Does not fit',
    status: 422,
    code: 'does-not-fit',
    detail: expect.stringContaining('This does not fit'),
    overBudget: { needed, budget, largest, actions: expect.arrayContaining(['forget', 'larger-window']) },
  })
})

describe('resuming', () => {
  test('continues byte for byte after any event, by header or query', async () => {
    const chat = await json<ChatView>('POST', '/api/workspaces/first/chats', {})
    const { answerId } = await json<SendResponse>('POST', `/api/workspaces/first/chats/${chat.id}/turns`, {
      text: 'Launch?',
      attach: ['plan.md'],
    })
    const path = `/api/workspaces/first/answers/${answerId}/events`
    const all = parseEvents(await (await it.call('GET', path)).text())
    const { text } = turnOf(all).answer
    const rest = async (query: string, headers: Record<string, string>) =>
      textOf(parseEvents(await (await it.call('GET', `${path}${query}`, { headers })).text()))
    for (const { id } of all.slice(0, -1)) {
      expect(await rest('', { 'last-event-id': String(id) })).toBe(text.slice(id))
      expect(await rest(`?after=${id}`, {})).toBe(text.slice(id))
    }
    const last = all.at(-1)?.id ?? 0
    expect((await it.call('GET', path, { headers: { 'last-event-id': String(last) } })).status).toBe(204)
  })
})

describe('refusals', () => {
  test.each([
    ['not JSON', '{', 400],
    ['a number for a text', { text: 1, attach: [] }, 400],
    ['attachments that are no list', { text: 'x', attach: 'plan.md' }, 400],
    ['a field that nobody knows', { text: 'x', attach: [], workspaceId: 'other' }, 400],
    ['an empty message', { text: ' ', attach: [] }, 422],
    ['a path that leads out', { text: 'x', attach: ['../secret.md'] }, 422],
    ['a model that is not there', { text: 'x', attach: [], modelId: 'none' }, 422],
    ['more than the limit', { text: 'x'.repeat(5_000_000), attach: [] }, 413],
  ])('%s', async (_, body, status) => {
    const chat = await json<ChatView>('POST', '/api/workspaces/first/chats', {})
    const response = await it.call('POST', `/api/workspaces/first/chats/${chat.id}/turns`, { body })
    expect(response.status).toBe(status)
    expect(VIEWS.Problem.strict().parse(await response.json())).toMatchObject({ status })
    expect((await json<ChatView>('GET', `/api/workspaces/first/chats/${chat.id}`)).turns).toEqual([])
  })

  test('a body of another content type, such as a cross-site form', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect((await it.call('POST', '/api/workspaces/first/chats', { body: '{}', headers })).status).toBe(400)
  })

  test.each([
    '../secret.md',
    '%2e%2e%2fsecret.md',
    '/etc/passwd',
    'a%00.md',
    '..%5csecret.md',
    '%252e%252e%252fsecret.md',
  ])('the file %s', async (path) => {
    const response = await it.call('GET', `/api/workspaces/first/files/content?path=${path}`)
    expect([404, 422]).toContain(response.status)
    expect(await response.text()).not.toContain('/tmp')
  })

  test.each([
    ['GET', '/api/none', 404],
    ['PUT', '/api/workspaces/first/chats', 405],
    ['GET', '/api/workspaces/first/files/content', 400],
    ['GET', '/api/workspaces/first/answers/x/events?after=-1', 400],
    ['GET', '/api/workspaces/first/chats/x/turns/one/inspection', 404],
    ['GET', '/api/workspaces/first/chats/x/turns?before=one', 400],
    ['GET', '/api/workspaces/first/chats?among=all', 400],
  ])('%s %s is %i', async (method, path, status) => {
    expect((await it.call(method, path)).status).toBe(status)
  })

  test('a full disk has its own status', () => {
    expect(ERROR_STATUS['disk-full']).toBe(507)
    expect(ERROR_STATUS['answer-running']).toBe(409)
  })
})

test('the default workspace cannot be removed and says so; another one can', async () => {
  const refused = await it.call('DELETE', '/api/workspaces/first')
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'workspace-kept',
    detail: expect.stringContaining('stays in the list'),
  })
  const root = mkdtempSync(join(tmpdir(), 'varve-second-'))
  const { id } = await json<{ readonly id: string }>('POST', '/api/workspaces', { root })
  expect((await it.call('DELETE', `/api/workspaces/${id}`)).status).toBe(204)
  expect((await it.call('DELETE', '/api/workspaces/none')).status).toBe(404)
  rmSync(root, { recursive: true })
})

test('lists of chats are paged, even when no page is requested', async () => {
  const { app, workspaceId } = it
  const before = await app.listChats({ workspaceId })
  for (let count = before.length; count < 130; count += 1) await app.createChat({ workspaceId })
  const list = (query: string) =>
    json<readonly ChatSummaryView[]>('GET', `/api/workspaces/first/chats${query}`)
  const [first, second] = [await list(''), await list('?after=100')]
  expect([first.length, second.length]).toEqual([100, 30])
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(130)
})
