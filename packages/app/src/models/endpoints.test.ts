import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'

const KEY = 'canary-endpoint-0123456789'

let it: SimulatedApp
let folder: string
let config: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'varve-endpoints-'))
  config = join(folder, 'config.json')
  it = await simulatedApp({ providers: { config } })
})

afterEach(async () => {
  await it.remove()
  rmSync(folder, { recursive: true, force: true })
})

const address = () => `${it.simulator.url}/v1`

test('an address lists its models, even without the API path', async () => {
  for (const given of [address(), it.simulator.url, `${address()}/chat/completions`]) {
    const answer = await it.app.checkEndpoint({ address: given, key: KEY })
    expect(answer).toMatchObject({ kind: 'works', address: address(), models: expect.any(Array) })
  }
  expect(await it.app.checkEndpoint({ address: 'http://127.0.0.1:65531/v1' })).toMatchObject({
    kind: 'unreached',
  })
})

test('a model is tested, saved, answers, and is there after a restart', async () => {
  writeFileSync(config, JSON.stringify({ note: 'mine', models: [] }))
  const added = await it.app.addModel({ address: address(), key: KEY, model: 'gpt-5.4' })
  expect(added).toMatchObject({ ready: true, unknown: ['window', 'price'], added: true })
  const turn = await it.ask(it.chatId, 'Hello?', [], added.id)
  expect(turn.answer).toMatchObject({ status: 'complete', modelId: added.id })
  const kept = JSON.parse(readFileSync(config, 'utf8')) as { readonly models: readonly object[] }
  expect(kept).toMatchObject({ note: 'mine', models: [{ id: added.id, wireModel: 'gpt-5.4' }] })
  expect(readFileSync(config, 'utf8')).not.toContain('canary')
  await it.app.removeModel({ modelId: added.id })
  expect((await it.app.listModels(undefined)).some(({ id }) => id === added.id)).toBe(false)
  expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual({ note: 'mine', models: [] })
})

test('an error of the address is shown, and nothing is saved', async () => {
  const adding = it.app.addModel({ address: address(), key: KEY, model: 'gpt-5.4-sim-401-echo' })
  const error = await adding.catch((failure: unknown) => failure)
  expect(error).toMatchObject({
    code: 'provider-failed',
    message: expect.stringContaining('It answered 401'),
  })
  expect(String(error)).not.toContain('canary')
  expect(String(error)).toContain('Nothing was saved.')
})

test('a key goes only to its own address', async () => {
  const before = it.simulator.requests.length
  await it.app.checkEndpoint({ address: address(), provider: 'openai' })
  const asked = it.simulator.requests.slice(before)
  expect(JSON.stringify(asked.map(({ headers }) => headers))).not.toContain('sk-openai')
})

test('an unreadable configuration is not changed', async () => {
  writeFileSync(config, '{ not json')
  await expect(it.app.addModel({ address: address(), key: KEY, model: 'gpt-5.4' })).rejects.toMatchObject({
    code: 'message-invalid',
  })
  expect(readFileSync(config, 'utf8')).toBe('{ not json')
})

test.each(['', 'ftp://host', 'http://169.254.169.254/v1', 'https://YOUR-RESOURCE.openai.azure.com'])(
  '%j is not an address',
  async (given) => {
    await expect(it.app.checkEndpoint({ address: given })).rejects.toMatchObject({ code: 'message-invalid' })
  },
)
