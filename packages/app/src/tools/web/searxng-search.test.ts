import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { simulatedApp } from '../../testing/simulated-app.ts'
import { collect, WORKSPACE } from '../../testing/temporary-app.ts'
import { searxngSearch, tryWebSearch, webSearchAt, webSearchFrom } from './searxng-search.ts'

async function serve(answer: RequestListener): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const json =
  (value: unknown): RequestListener =>
  (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(value))
  }
const options = () => ({ limit: 5, signal: new AbortController().signal })
const RESULTS = {
  results: [
    { title: 'Tides', url: 'https://example.org/tides', content: 'High at noon.', engine: 'x' },
    { title: 'No address' },
    { title: 'Script', url: 'javascript:alert(1)', content: '' },
    { title: 'Piers', url: 'https://example.org/piers', content: null },
  ],
}

test('requests JSON and accepts valid results', async () => {
  const { url, asked } = await serve(json(RESULTS))
  const results = await searxngSearch(new URL(`${url}/engine/`)).search('tides & piers', options())
  expect(asked).toEqual(['/engine/search?q=tides+%26+piers&format=json'])
  expect(results).toEqual([
    { title: 'Tides', url: 'https://example.org/tides', snippet: 'High at noon.' },
    { title: 'Piers', url: 'https://example.org/piers', snippet: '' },
  ])
})

test.each<[string, RequestListener, string]>([
  ['no JSON', (_, response) => response.end('<html>'), 'not a list of results in JSON'],
  ['a format that is off', (_, response) => response.writeHead(403).end(), 'JSON must be among the formats'],
  [
    'a redirect to somewhere else on this machine',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end(),
    'redirects are not followed',
  ],
  [
    'an answer without an end',
    (_, response) => response.end(Buffer.alloc(5 * 1024 * 1024, 'a')),
    'longer than',
  ],
  ['a connection that breaks', (request) => request.socket.destroy(), 'cannot be reached'],
])('%s is reported in words', async (_, answer, words) => {
  const { url } = await serve(answer)
  await expect(searxngSearch(new URL(url)).search('tides', options())).rejects.toMatchObject({
    code: 'page-unreadable',
    message: expect.stringContaining(words),
  })
})

test('an aborted search is not an engine failure', async () => {
  const { url } = await serve(() => undefined)
  const stopping = new AbortController()
  const search = searxngSearch(new URL(url)).search('tides', { limit: 5, signal: stopping.signal })
  stopping.abort(new Error('stopped'))
  await expect(search).rejects.toThrow('stopped')
})

test('only the configured address may be local', async () => {
  const { url } = await serve(json(RESULTS))
  const elsewhere = searxngSearch(new URL('http://169.254.169.254'))
  await expect(elsewhere.search('keys', options())).rejects.toThrow('a metadata address')
  expect(webSearchFrom({ VARVE_WEB_SEARCH_URL: url }, () => undefined)?.name).toBe(new URL(url).host)
})

test('an invalid address is reported and leaves web search off', () => {
  const told: string[] = []
  const read = (address: string | undefined) =>
    webSearchFrom({ VARVE_WEB_SEARCH_URL: address }, (message) => told.push(message))
  expect([read(undefined), read(' '), read('file:///etc/passwd'), read('nonsense')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(told).toHaveLength(2)
})

test('@web uses it; results are untrusted, and redacted words stay here', async () => {
  const { url, asked } = await serve(json(RESULTS))
  const it = await simulatedApp({ webSearch: searxngSearch(new URL(url)) })
  onTestFinished(() => it.remove())
  it.simulator.play({ kind: 'answer', text: '{"calls":[]}' }, { kind: 'answer', text: 'At noon.' })
  const turn = await it.ask(it.chatId, '@web When is high tide?', [], 'openai/gpt-5.6')
  expect(turn.answer.text).toBe('At noon.')
  expect(asked).toHaveLength(1)
  expect(it.simulator.requests.at(-1)?.bodyText).toContain('High at noon.')
  const decision = { action: 'redact' } as const
  const place = { workspaceId: WORKSPACE, chatId: it.chatId, attach: [], modelId: 'openai/gpt-5.6', decision }
  it.simulator.play({ kind: 'answer', text: '{"calls":[]}' })
  const { answerId } = await it.app.sendMessage({ ...place, text: '@web Who is ann.lee@gmail.com?' })
  await collect(it.app, answerId)
  expect(asked).toHaveLength(2)
  expect(decodeURIComponent(asked[1] ?? '')).not.toContain('ann.lee')
})

test('an address is tested before saving, with results or the reason', async () => {
  const { url } = await serve(
    json({ results: [{ title: 'Varves', url: 'https://a.example/', content: '' }] }),
  )
  expect(await tryWebSearch(undefined, { address: ` ${url} ` })).toEqual({
    host: new URL(url).host,
    results: 1,
    first: 'Varves',
  })
  const closed = await serve((_, response) => response.writeHead(403).end())
  await expect(tryWebSearch(undefined, { address: closed.url })).rejects.toThrow(/JSON must be among/)
  await expect(tryWebSearch(undefined, { address: 'file:///etc' })).rejects.toMatchObject({
    code: 'message-invalid',
  })
  expect(webSearchAt('nonsense')).toBeUndefined()
  expect(webSearchAt(url)).toMatchObject({ name: new URL(url).host })
})
