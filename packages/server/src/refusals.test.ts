import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProblemView } from '@varve/contract'
import { request, type TestServer, testServer } from './testing/test-server.ts'

let it: TestServer
let chatId: string

beforeAll(async () => {
  it = await testServer()
  chatId = (await it.app.createChat({ workspaceId: it.workspaceId })).id
})

afterAll(() => it.close())

const AT = '/api/workspaces/first'

async function refusal(method: string, path: string, body?: unknown) {
  const response = await it.call(method, path, body === undefined ? {} : { body })
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const problem = (await response.json()) as ProblemView
  expect(problem).toMatchObject({ type: `/api/docs#${problem.code}`, status: response.status })
  return { ...problem, allow: response.headers.get('allow') }
}

describe('a query', () => {
  test.each([
    `${AT}/search?q=launch&limt=5`,
    `${AT}/statistics?chatId=x`,
    `${AT}/chats?amogn=trashed`,
    `${AT}/chats/search?query=x`,
    `${AT}/files/content?path=plan.md&version=1`,
    `${AT}/definitions?kinds=agent`,
    '/api/folders?folder=/tmp',
    `${AT}/files?limit=5`,
    '/api/models?provider=openai',
  ])('%s has an unknown parameter, which is named', async (path) => {
    const [, unknown] = /[?&](limt|chatId|amogn|query|version|kinds|folder|limit|provider)=/.exec(path) ?? []
    const { status, code, detail } = await refusal('GET', path)
    expect([status, code]).toEqual([400, 'body-invalid'])
    expect(detail).toContain(`"${unknown}"`)
  })

  test('a missing parameter is named', async () => {
    expect((await refusal('GET', `${AT}/files/content`)).detail).toBe('The query needs "path".')
    const removed = await refusal('DELETE', `${AT}/definitions/agent/editor`)
    expect(removed.detail).toBe('The query needs "expect".')
  })

  test.each(['', '?q=', '?q=%20', '?limit=3'])('search%s is empty', async (query) => {
    const { status, code, detail } = await refusal('GET', `${AT}/search${query}`)
    expect([status, code]).toEqual([422, 'search-empty'])
    expect(detail).toContain('"q"')
  })
})

describe('another method', () => {
  test.each([
    ['PUT', `${AT}/chats`, 'GET, HEAD, POST'],
    ['POST', `${AT}/search`, 'GET, HEAD'],
    ['GET', `${AT}/uploads`, 'POST'],
    ['DELETE', `${AT}/files/content/`, null],
    ['PATCH', `${AT}/files/content`, 'DELETE, GET, HEAD, PUT'],
  ])('%s %s is answered with the allowed methods', async (method, path, allow) => {
    const refused = await refusal(method, path)
    expect(refused).toMatchObject(
      allow === null
        ? { status: 404, code: 'route-not-found' }
        : { status: 405, code: 'method-not-allowed', allow },
    )
  })
})

describe('not found', () => {
  test('statistics of a chat', async () => {
    expect(await refusal('GET', `${AT}/statistics?chat=nope`)).toMatchObject({
      status: 404,
      code: 'chat-not-found',
    })
  })

  test.each([
    [{ areas: ['nope'] }, '"nope"'],
    [{ jurisdictions: ['ZZ'] }, '"ZZ" is no jurisdiction'],
  ])('%j, for a chat, a forecast or a message', async (body, words) => {
    const detail = expect.stringContaining(words)
    const chat = `${AT}/chats/${chatId}`
    const expected = { status: 422, code: 'message-invalid', detail }
    expect(await refusal('PATCH', `${chat}/settings`, body)).toMatchObject(expected)
    expect(await refusal('POST', `${chat}/forecast`, { text: 'x', ...body })).toMatchObject(expected)
    expect(await refusal('POST', `${chat}/turns`, { text: 'x', ...body })).toMatchObject(expected)
  })
})

test.each([
  [{ sensitivity: 'high' }, 'sensitivity: '],
  [{ custom: [{ name: 'Client' }] }, 'custom.0.pattern: '],
  [{ custom: [{ name: 'Client', text: 'abc', pattern: 'abc' }] }, 'custom.0.pattern: '],
  [{ decisions: { EMAIL: 'keep' } }, 'decisions.EMAIL: '],
  [{ strict: true }, '"strict"'],
])('guard rules such as %j are refused with their position', async (policy, place) => {
  const { status, detail } = await refusal('PUT', `${AT}/guard`, { policy })
  expect(status).toBe(422)
  expect(detail).toContain(`These are no rules of a guard: `)
  expect(detail).toContain(place)
})

test('a body that is nested too deep is refused before anything goes down in it', async () => {
  const { key } = await it.app.createApiKey({ name: 'Program', access: 'write' })
  const deep = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)
  for (const [path, body] of [
    ['/v1/chat/completions', `{"response_format":{"json_schema":{"schema":${deep}}}}`],
    ['/v1/messages', `{"tools":[{"input_schema":${deep}}]}`],
    [`${AT}/mcp/notes/try`, `{"entry":${deep}}`],
  ] as const) {
    const headers = { authorization: `Bearer ${key}` }
    const response = await request(it.server, 'POST', path, { headers, body })
    expect([path, response.status, await response.text()]).toEqual([
      path,
      400,
      expect.stringContaining('The body is nested more than 100 deep.'),
    ])
  }
})
