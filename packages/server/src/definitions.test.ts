import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from './testing/test-server.ts'

let it: TestServer

beforeAll(async () => {
  it = await testServer()
})

afterAll(() => it.close())

const AT = '/api/workspaces/first/definitions'
const CONTENT = '---\nname: Poet\ndescription: Rhymes.\n---\nYou rhyme.\n'

async function json(method: string, path: string, body?: unknown) {
  const response = await it.call(method, path, body === undefined ? {} : { body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('are written, listed, read, trusted and removed', async () => {
  const written = await json('PUT', `${AT}/agent/poet`, { content: CONTENT, imported: true })
  expect(written).toMatchObject({ status: 200, body: { kind: 'agent', id: 'poet', trusted: false } })
  const { hash, contentHash } = written.body
  expect(await json('POST', `${AT}/agent/poet/trust`, { hash })).toMatchObject({ body: { trusted: true } })
  const listed = await it.call('GET', `${AT}?kind=agent`)
  expect(await listed.json()).toHaveLength(6)
  expect(await json('GET', `${AT}/agent/poet`)).toMatchObject({ body: { content: CONTENT } })
  expect((await json('DELETE', `${AT}/agent/poet`)).status).toBe(400)
  expect((await json('DELETE', `${AT}/agent/poet?expect=${String(contentHash)}`)).status).toBe(200)
  expect((await json('GET', `${AT}/agent/poet`)).status).toBe(404)
})

test('a text is validated with line numbers and not written', async () => {
  const check = (content: string) => json('POST', `${AT}/agent/draft/check`, { content })
  expect(await check(CONTENT.replace('Rhymes.', '[a]'))).toMatchObject({
    status: 200,
    body: { problems: [{ line: 3 }], warnings: [] },
  })
  const unknown = CONTENT.replace('---\nYou', 'model: nobody/none\n---\nYou')
  expect((await check(unknown)).body).toMatchObject({ problems: [], warnings: [{ line: 4 }] })
  expect((await check(CONTENT)).body).toEqual({ problems: [], warnings: [] })
  expect((await json('GET', `${AT}/agent/draft`)).status).toBe(404)
  expect((await json('POST', `${AT}/agent/a%2fb/check`, { content: CONTENT })).status).toBe(422)
})

test('invalid requests are refused, and nothing is written', async () => {
  expect((await json('GET', `${AT}?kind=area`)).status).toBe(400)
  expect((await json('PUT', `${AT}/agents/x`, { content: CONTENT })).status).toBe(400)
  expect((await json('PUT', `${AT}/agent/..%2f..%2fx`, { content: CONTENT })).status).toBe(422)
  expect((await json('PUT', `${AT}/agent/x`, { content: CONTENT, contentHash: 'x' })).status).toBe(400)
  expect((await json('POST', `${AT}/agent/editor/trust`, { hash: '0'.repeat(64) })).status).toBe(422)
  expect((await json('PUT', `${AT}/agent/x`, { content: CONTENT, contentHash: '0'.repeat(64) })).status).toBe(
    404,
  )
})

test('a template is filled in, and a message parsed', async () => {
  await json('PUT', `${AT}/template/when`, { content: 'When is {[[plan]]} for {{who}}?' })
  const filled = await json('POST', '/api/workspaces/first/templates/when/fill', { variables: { who: 'us' } })
  expect(filled.body).toMatchObject({ text: 'When is [[plan]] for us?', attach: ['plan.md'], missing: [] })
  const read = await json('POST', '/api/workspaces/first/composer', { text: '/when @vault [[plan]]' })
  expect(read.body).toMatchObject({ attach: ['plan.md'], directives: { vault: true, templates: ['when'] } })
})
