import { expect, onTestFinished, test } from 'vitest'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { ProviderEvent } from '../wire/wire.ts'
import { sendRequest } from './send-request.ts'
import { CONFORMANCE_ADAPTERS } from './testing/conformance-adapters.ts'
import { ScriptedServer } from './testing/scripted-server.ts'

async function answer(
  texts: readonly string[],
  change: (model: CatalogueModel) => CatalogueModel = (model) => model,
): Promise<readonly ProviderEvent[]> {
  const adapter = CONFORMANCE_ADAPTERS.find(({ name }) => name.includes('xAI'))
  if (!adapter) throw new Error('no such adapter')
  const headers = { 'content-type': adapter.contentType }
  const server = await ScriptedServer.start([{ headers, chunks: adapter.record({ texts }) }])
  onTestFinished(() => server.stop())
  const messages = [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }] as const
  const events: ProviderEvent[] = []
  const input = { model: change(adapter.model), messages, tools: [] }
  for await (const event of sendRequest(input, { fetch, baseUrl: server.origin, key: 'k' }))
    events.push(event)
  return events.filter(({ kind }) => kind !== 'usage')
}

test('thinking and actions inside the text of an answer become events of their own', async () => {
  const events = await answer([
    '<thi',
    'nk>hm</think>Here: <write',
    'File path="a.md">',
    '# A</writeFile> done',
  ])
  expect(events).toEqual([
    { kind: 'reasoning', delta: 'hm' },
    { kind: 'text', delta: 'Here: ' },
    {
      kind: 'action',
      name: 'writeFile',
      attributes: { path: 'a.md' },
      text: '# A',
      raw: '<writeFile path="a.md"># A</writeFile>',
    },
    { kind: 'text', delta: ' done' },
    { kind: 'finish', reason: 'stop' },
  ])
})

test('a model whose template opens the thinking begins inside it', async () => {
  const events = await answer(['hm</think>Yes'], (model) => ({ ...model, startsThinking: true }))
  expect(events.map(({ kind }) => kind)).toEqual(['reasoning', 'text', 'finish'])
})

test('an answer that ends inside an action keeps it as text', async () => {
  expect(await answer(['<writeFile path="a">half'])).toEqual([
    { kind: 'text', delta: '<writeFile path="a">half' },
    { kind: 'finish', reason: 'stop' },
  ])
})
