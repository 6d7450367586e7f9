import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEvents, type TestServer, testServer, turnOf } from '../testing/test-server.ts'
import { DESCRIBED_ROUTES } from './described-routes.ts'
import { VIEWS } from '@varve/contract'

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly requestBody?: { readonly content: Content } }>>>
  >
}
type Content = Readonly<Record<string, { readonly example?: object }>>

let it: TestServer
let document: Document

beforeAll(async () => {
  it = await testServer()
  document = (await (await it.call('GET', '/api/openapi.json')).json()) as Document
})

afterAll(() => it.close())

interface Trying {
  /** For the names in the address. */
  readonly names?: Readonly<Record<string, string>>
  readonly query?: string
  /** Replaces ids of the example by those of this test. */
  readonly body?: object
  readonly bytes?: string
}

/** Sends what the document shows, and reads the answer as the document says that it is. */
async function tryOut(name: string, { names = {}, query = '', body = {}, bytes }: Trying = {}) {
  const route = DESCRIBED_ROUTES.find(
    ({ method, path }) => `${method} ${path}` === name.replace(' ', ' /api'),
  )
  if (!route) throw new Error(`There is no ${name}.`)
  const address = route.path.replace(/:([a-z]+)/g, (_, key: string) => names[key] ?? 'first')
  const operation = document.paths[route.path.replace(/:([a-z]+)/g, '{$1}')]?.[route.method.toLowerCase()]
  const example = operation?.requestBody?.content['application/json']?.example
  const response = await it.call(route.method, `${address}${query}`, {
    ...(example ? { body: { ...example, ...body } } : {}),
    ...(bytes === undefined ? {} : { body: bytes, headers: { 'content-type': 'application/octet-stream' } }),
  })
  const [answer] = route.answers
  const text = await response.text()
  expect([name, response.status, text]).toEqual([name, answer?.status, text])
  if (answer?.types)
    expect(answer.types).toContain((response.headers.get('content-type') ?? '').split(';')[0])
  if (answer?.types || text === '') return text
  const schema = answer?.view && (answer.isList ? answer.view.array() : answer.view)
  expect([name, schema?.safeParse(JSON.parse(text)).error]).toEqual([name, undefined])
  return JSON.parse(text) as unknown
}

const CHAT = '/workspaces/:workspace/chats/:id'

test('a chat from beginning to end', async () => {
  const { id } = VIEWS.Chat.parse(await tryOut('POST /workspaces/:workspace/chats'))
  const names = { id }
  await tryOut(`POST ${CHAT}/forecast`, { names })
  await tryOut(`POST ${CHAT}/what-if`, { names })
  const sent = VIEWS.Sent.parse(await tryOut(`POST ${CHAT}/turns`, { names }))
  const events = 'GET /workspaces/:workspace/answers/:id/events'
  const stream = parseEvents(String(await tryOut(events, { names: { id: sent.answerId } })))
  for (const { event } of stream) expect(VIEWS.AnswerEvent.safeParse(event).error).toBeUndefined()
  expect(turnOf(stream).answer.status).toBe('complete')
  const turn = { ...names, turn: sent.turnId }
  const answer = { ...names, answer: sent.answerId }
  for (const read of ['', '/turns', '/trace']) await tryOut(`GET ${CHAT}${read}`, { names })
  for (const form of ['', '?form=markdown', '?form=json', '?form=jsonl', '?form=html'])
    await tryOut(`GET ${CHAT}/export`, { names, query: form })
  await tryOut(`GET ${CHAT}/turns/:turn/inspection`, { names: turn })
  await tryOut(`GET ${CHAT}/turns/:turn/trace`, { names: turn })
  await tryOut(`GET ${CHAT}/turns/:turn/received`, { names: turn })
  await tryOut(`GET ${CHAT}/turns/:turn/source`, { names: turn, query: '?path=plan.md' })
  await tryOut(`PATCH ${CHAT}/settings`, { names })
  for (const act of ['mark', 'forget', 'title', 'compact']) await tryOut(`POST ${CHAT}/${act}`, { names })
  await tryOut(`POST ${CHAT}/answers/:answer/choose`, { names: answer })
  await tryOut(`POST ${CHAT}/answers/:answer/save`, { names: answer })
  await tryOut(`POST ${CHAT}/turns/:turn/show`, { names: turn })
  await tryOut(`POST ${CHAT}/fork`, { names, body: { turnId: sent.turnId } })
  await tryOut(`POST ${CHAT}/continue`, { names })
  const again = VIEWS.Sent.parse(await tryOut(`POST ${CHAT}/turns/:turn/edit`, { names: turn }))
  await tryOut('POST /workspaces/:workspace/answers/:id/stop', { names: { id: again.answerId } })
  await tryOut('GET /workspaces/:workspace/chats')
  await tryOut('GET /workspaces/:workspace/chats/search', { query: '?q=launch' })
  await tryOut('GET /workspaces/:workspace/statistics')
  await tryOut(`PATCH ${CHAT}`, { names })
  await tryOut(`DELETE ${CHAT}/trace`, { names })
  await tryOut(`DELETE ${CHAT}`, { names })
  await tryOut(`POST ${CHAT}/restore`, { names })
  await tryOut(`DELETE ${CHAT}`, { names })
  await tryOut(`POST ${CHAT}/erase`, { names })
})

test('files', async () => {
  const FILES = '/workspaces/:workspace/files'
  await tryOut(`PUT ${FILES}/content`, {
    query: '?path=new.md&expect=absent',
    bytes: '# New\n\n#tag [[plan]]\n',
  })
  await tryOut('POST /workspaces/:workspace/uploads', { query: '?name=a.md', bytes: 'A.' })
  for (const read of ['content', 'versions', 'related'])
    await tryOut(`GET ${FILES}/${read}`, { query: '?path=new.md' })
  for (const read of ['', '/recent', '/trash']) await tryOut(`GET ${FILES}${read}`)
  await tryOut('GET /workspaces/:workspace/search', { query: '?q=launch&limit=3' })
  await tryOut('GET /workspaces/:workspace/tags')
  await tryOut(`POST ${FILES}/move`)
  const removed = VIEWS.TrashedFile.parse(await tryOut(`DELETE ${FILES}/content`, { query: '?path=new.md' }))
  await tryOut(`POST ${FILES}/restore`, { body: { id: removed.id } })
})

test('a workspace with its definitions and rules', async () => {
  const { id } = VIEWS.WorkspaceSummary.parse(await tryOut('POST /workspaces'))
  const AT = '/workspaces/:workspace'
  for (const read of [
    '',
    '/guard',
    '/guard/audit',
    '/tool-rules',
    '/areas',
    '/memory',
    '/mcp',
    '/index/statistics',
  ])
    await tryOut(`GET ${AT}${read}`)
  for (const change of ['/guard', '/tool-rules', '/memory', '/index/embeddings'])
    await tryOut(`PUT ${AT}${change}`)
  await tryOut(`PATCH ${AT}/settings`)
  const server = { name: 'tracker' }
  await tryOut(`POST ${AT}/mcp/:name/try`, { names: server })
  await tryOut(`PUT ${AT}/mcp/:name`, { names: server })
  await tryOut(`DELETE ${AT}/mcp/:name`, { names: server })
  for (const act of ['/areas/detect', '/guard/try', '/index', '/composer']) await tryOut(`POST ${AT}${act}`)
  const names = { kind: 'agent', name: 'poet' }
  await tryOut(`PUT ${AT}/definitions/:kind/:name`, { names })
  await tryOut(`POST ${AT}/definitions/:kind/:name/check`, { names })
  await tryOut(`GET ${AT}/definitions/:kind/:name`, { names })
  await tryOut(`GET ${AT}/definitions`, { query: '?kind=agent' })
  for (const read of ['/workspaces', '/folders', '/models', '/providers', '/settings'])
    await tryOut(`GET ${read}`)
  await tryOut('PATCH /settings')
  await tryOut('DELETE /workspaces/:workspace', { names: { workspace: id } })
})
