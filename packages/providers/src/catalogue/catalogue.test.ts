import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { ProviderError } from '../provider-error.ts'
import { cacheProfileOf, loadTokenizer, modelSpecOf, mergeCatalogue } from './catalogue-model.ts'
import { DEFAULT_CATALOGUE } from './default-catalogue.ts'
import { findLocalServers } from './find-local-servers.ts'

describe('the catalogue', () => {
  test('every model has a unique id, a date, a source, and room for an answer', () => {
    const ids = DEFAULT_CATALOGUE.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const model of DEFAULT_CATALOGUE) {
      expect(model.source).not.toBe('')
      expect(model.reservedOutput, model.id).toBeLessThanOrEqual(model.outputLimit)
      expect(model.outputLimit, model.id).toBeLessThan(model.window)
      expect(model.price.cliffs.every(({ input }) => input > model.price.input)).toBe(true)
    }
    expect(new Set(DEFAULT_CATALOGUE.map(({ protocol }) => protocol))).toEqual(
      new Set(['offline', 'openai-responses', 'anthropic', 'gemini', 'openai-chat']),
    )
  })

  test('a profile has the class, numbers and prices of its model', async () => {
    const model = find('anthropic/claude-haiku-4-5')
    const profile = cacheProfileOf(model)
    expect(profile).toMatchObject({
      matchClass: 'breakpoint',
      maximumMarks: 4,
      minimumTokens: 4_096,
      price: { input: 1, output: 5, cliffs: [] },
      rates: { read: 0.1, write: 1.25 },
    })
    const spec = modelSpecOf(model, await loadTokenizer(model))
    expect(spec).toMatchObject({ id: model.id, window: 200_000, vision: true })
    expect((await loadTokenizer(find('openai/gpt-5.6'))).id).toContain('o200k')
  })

  test('with marks switched off, a breakpoint profile plans none', () => {
    const [model] = mergeCatalogue(
      [find('anthropic/claude-haiku-4-5')],
      [{ id: 'anthropic/claude-haiku-4-5', cache: { marks: false } }],
    )
    expect(model && cacheProfileOf(model).maximumMarks).toBe(0)
  })
})

describe('the user’s models', () => {
  test('a known id overrides single numbers, a new one is appended', () => {
    const added = {
      ...find('mistral/mistral-large-4'),
      id: 'openrouter/some-model',
      provider: 'openrouter',
      baseUrl: 'https://openrouter.ai/api/v1',
    }
    const models = mergeCatalogue(DEFAULT_CATALOGUE, [
      { id: 'openai/gpt-5.6', window: 200_000, price: { input: 1 } },
      added,
    ])
    expect(models).toHaveLength(DEFAULT_CATALOGUE.length + 1)
    expect(models.at(-1)?.id).toBe('openrouter/some-model')
    const changed = models.find(({ id }) => id === 'openai/gpt-5.6')
    expect(changed).toMatchObject({ window: 200_000, price: { input: 1, output: 30 }, name: 'GPT-5.6' })
  })

  test('every fault is reported with its place', () => {
    const faults = [
      { id: 'openai/gpt-5.6', window: -1, colour: 'red' },
      { id: 'new/model' },
      { id: 'new/model' },
    ]
    const error = failure(() => mergeCatalogue(DEFAULT_CATALOGUE, faults))
    expect(error.code).toBe('bad-catalogue')
    expect(error.message).toContain('model openai/gpt-5.6.window')
    expect(error.message).toContain('"colour"')
    expect(error.message).toContain('model new/model.baseUrl')
    expect(error.message).toContain('named twice')
    expect(failure(() => mergeCatalogue(DEFAULT_CATALOGUE, 'all')).message).toContain('models')
  })
})

describe('local servers', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  async function listen(body: unknown, isSilent = false): Promise<number> {
    const server = createServer((_, response) => {
      if (!isSilent) response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    })
    servers.push(server)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    return (server.address() as AddressInfo).port
  }

  test('are found with their models; silent and other servers are skipped', async () => {
    const ports = {
      ollama: await listen({ models: [{ name: 'llama3.2:3b', size: 1 }] }),
      'lm-studio': await listen({}, true),
      'llama-server': await listen({ data: [{ id: 'qwen', meta: { n_ctx: 8_192 } }] }),
    }
    const found = await findLocalServers({ fetch, timeoutMs: 2_000, ports })
    expect(found.map(({ kind }) => kind)).toEqual(['ollama', 'llama-server'])
    expect(found[0]?.models[0]).toMatchObject({
      id: 'ollama/llama3.2:3b',
      wireModel: 'llama3.2:3b',
      protocol: 'ollama',
      baseUrl: `http://127.0.0.1:${ports.ollama}`,
    })
    expect(found[1]?.models[0]).toMatchObject({ protocol: 'openai-chat', window: 8_192, textParts: false })
  })

  async function listenAsOllama(shown: Readonly<Record<string, unknown>>): Promise<number> {
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => (text += String(chunk)))
      request.on('end', () => {
        const models = Object.keys(shown).map((name) => ({ name }))
        const answer = request.url === '/api/tags' ? { models } : shown[JSON.parse(text).model as string]
        response.statusCode = answer === undefined ? 404 : 200
        response.end(JSON.stringify(answer ?? { error: 'not found' }))
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    return (server.address() as AddressInfo).port
  }

  test('an Ollama model’s window is the reported one, limited to what a laptop can hold', async () => {
    const port = await listenAsOllama({
      'small:1b': { model_info: { 'llama.context_length': 8_192, 'llama.block_count': 16 } },
      'large:8b': {
        model_info: { 'gemma3.context_length': 1_048_576 },
        capabilities: ['completion', 'vision'],
      },
      'odd:1b': { model_info: { 'odd.context_length': 'many' } },
      'silent:1b': undefined,
    })
    const ports = { ollama: port, 'lm-studio': 9, 'llama-server': 9 }
    const [ollama] = await findLocalServers({ fetch, timeoutMs: 1_000, ports })
    expect(ollama?.models.map(({ name, window }) => [name, window])).toEqual([
      ['small:1b', 8_192],
      ['large:8b', 32_768],
      ['odd:1b', 32_768],
      ['silent:1b', 32_768],
    ])
    expect(ollama?.models[1]).toMatchObject({ modalities: ['text', 'image'], tools: false })
    expect(ollama?.models[0]).toMatchObject({ modalities: ['text'], tools: true })
  })

  test('distinguishes Ollama’s cloud models from local ones', async () => {
    const models = [
      { name: 'llama3.2:3b' },
      { name: 'gpt-oss:120b-cloud' },
      { name: 'gemma4:cloud' },
      { name: 'mine', remote_model: 'gpt-oss:120b', remote_host: 'https://ollama.com:443' },
      { name: 'cloudy:1b', remote_host: '' },
    ]
    const ports = { ollama: await listen({ models }), 'lm-studio': 9, 'llama-server': 9 }
    const [ollama] = await findLocalServers({ fetch, timeoutMs: 1_000, ports })
    expect(ollama?.models.map(({ passedOn }) => passedOn)).toEqual([false, true, true, true, false])
  })

  test('LM Studio tells the context that a model was loaded with, and which models write no answers', async () => {
    const data = [
      { id: 'qwen3-4b', type: 'llm', max_context_length: 131_072, loaded_context_length: 4_096 },
      { id: 'gemma-3', type: 'vlm', max_context_length: 131_072, capabilities: ['tool_use'] },
      { id: 'small', type: 'llm', max_context_length: 8_192, capabilities: [] },
      { id: 'nomic-embed', type: 'embeddings', max_context_length: 2_048 },
    ]
    const ports = { ollama: 9, 'lm-studio': await listen({ data }), 'llama-server': 9 }
    const [studio] = await findLocalServers({ fetch, timeoutMs: 1_000, ports })
    expect(studio?.models.map(({ name, window, tools }) => [name, window, tools])).toEqual([
      ['qwen3-4b', 4_096, true],
      ['gemma-3', 32_768, true],
      ['small', 8_192, false],
    ])
    expect(studio?.models[1]?.modalities).toEqual(['text', 'image'])
  })

  test('a web page on such a port is not a model server', async () => {
    const port = await listen('<html>')
    const ports = { ollama: port, 'lm-studio': port, 'llama-server': port }
    expect(await findLocalServers({ fetch, timeoutMs: 300, ports })).toEqual([])
  })
})

function find(id: string): (typeof DEFAULT_CATALOGUE)[number] {
  const model = DEFAULT_CATALOGUE.find((candidate) => candidate.id === id)
  if (!model) throw new Error(`no model ${id}`)
  return model
}

function failure(action: () => unknown): ProviderError {
  try {
    action()
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
