import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Environment } from './key-ring.ts'
import { loadProviders } from './load-providers.ts'
import type { ProviderOptions } from './provider-options.ts'
import { patchLocalModel } from './read-user-models.ts'

let folder = ''
let told: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-config-'))
  told = []
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function load(environment: Environment, config?: string): Promise<ProviderOptions> {
  const path = join(folder, 'config.json')
  if (config !== undefined) writeFileSync(path, config)
  return loadProviders({ environment, config: path }, (message) => told.push(message))
}

const baseUrl = ({ catalogue }: ProviderOptions, provider: string) =>
  catalogue.find((model) => model.provider === provider)?.baseUrl

describe('provider addresses in the environment', () => {
  test.each([
    ['openai', 'OPENAI_BASE_URL', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000/v1'],
    [
      'openai',
      'OPENAI_BASE_URL',
      'https://gate.example/v1/acme/openai/',
      'https://gate.example/v1/acme/openai',
    ],
    ['anthropic', 'ANTHROPIC_BASE_URL', 'https://api.example', 'https://api.example/v1'],
    ['anthropic', 'ANTHROPIC_BASE_URL', 'https://api.example/claude', 'https://api.example/claude/v1'],
    ['anthropic', 'ANTHROPIC_BASE_URL', 'https://api.example/v1/', 'https://api.example/v1'],
    ['google', 'GOOGLE_BASE_URL', 'http://localhost:8999', 'http://localhost:8999/v1beta'],
    ['google', 'GEMINI_BASE_URL', 'http://localhost:8999/v1beta', 'http://localhost:8999/v1beta'],
    ['deepseek', 'DEEPSEEK_BASE_URL', 'http://localhost:8999/', 'http://localhost:8999'],
  ])('%s: %s=%s', async (provider, variable, value, expected) => {
    expect(baseUrl(await load({ [variable]: value }), provider)).toBe(expected)
    expect(told).toEqual([])
  })

  test.each([
    'not an address',
    'ftp://example',
    'https://user:secret-word@api.example',
    'http://169.254.169.254/v1',
    'http://metadata.google.internal/v1',
    'http://127.0.0.1:22/v1',
    'http://0xa9fea9fe/',
  ])('%s is reported and ignored', async (value) => {
    expect(baseUrl(await load({ OPENAI_BASE_URL: value }), 'openai')).toBe('https://api.openai.com/v1')
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('OPENAI_BASE_URL')
    expect(told[0]).not.toContain('secret-word')
  })

  test.each([
    ['127.0.0.1:9001', 9001],
    ['http://localhost:9001', 9001],
    ['0.0.0.0', 11_434],
    [':9001', 9001],
    ['http://127.0.0.1', 80],
    ['[::1]:9001', 9001],
  ])('OLLAMA_HOST=%s means port %i of this machine', async (value, port) => {
    expect((await load({ OLLAMA_HOST: value })).local?.ports).toEqual({ ollama: port })
    expect(told).toEqual([])
  })

  test.each([
    'models.example:11434',
    'https://localhost',
    '127.0.0.1:99999',
    'http://127.0.0.1@evil.example',
  ])('OLLAMA_HOST=%s is ignored', async (value) => {
    expect((await load({ OLLAMA_HOST: value })).local?.ports).toEqual({})
    expect(told).toHaveLength(1)
  })
})

describe('the user’s models', () => {
  test('a missing file is fine', async () => {
    const { catalogue } = await load({})
    expect(catalogue.length).toBeGreaterThan(10)
    expect(catalogue.some(({ id }) => id === 'offline')).toBe(false)
    expect(told).toEqual([])
  })

  test('overrides a number; an address in the file precedes the environment', async () => {
    const models = [{ id: 'openai/gpt-5.6', window: 50_000, baseUrl: 'https://mine.example/v1' }]
    const { catalogue } = await load({ OPENAI_BASE_URL: 'http://localhost:8999' }, JSON.stringify({ models }))
    expect(catalogue.find(({ id }) => id === 'openai/gpt-5.6')).toMatchObject({
      window: 50_000,
      baseUrl: 'https://mine.example/v1',
      wireModel: 'gpt-5.6',
    })
    expect(told).toEqual([])
  })

  test('reports faults with their place, and keeps the valid models', async () => {
    const models = [
      { id: 'openai/gpt-5.6', window: -1 },
      { id: 'openai/gpt-5.4', window: 60_000 },
      { id: 'mine/new' },
      'nonsense',
    ]
    const { catalogue } = await load({}, JSON.stringify({ models }))
    expect(catalogue.find(({ id }) => id === 'openai/gpt-5.4')?.window).toBe(60_000)
    expect(catalogue.find(({ id }) => id === 'openai/gpt-5.6')?.window).toBeGreaterThan(0)
    expect(told).toHaveLength(3)
    expect(told[0]).toContain('model openai/gpt-5.6.window')
    expect(told[1]).toContain('model mine/new')
  })

  test('reports and drops a model at an unknown provider address; local networks are fine', async () => {
    const models = [
      { id: 'openai/gpt-5.6', baseUrl: 'http://169.254.169.254/v1' },
      { id: 'openai/gpt-5.4', baseUrl: 'http://192.168.1.20:8000/v1' },
      { id: 'ollama/llama3.2:latest', baseUrl: 'http://metadata/' },
    ]
    const { catalogue, local } = await load({}, JSON.stringify({ models }))
    expect(catalogue.find(({ id }) => id === 'openai/gpt-5.6')?.baseUrl).toBe('https://api.openai.com/v1')
    expect(catalogue.find(({ id }) => id === 'openai/gpt-5.4')?.baseUrl).toBe('http://192.168.1.20:8000/v1')
    expect(local?.patches).toEqual([])
    expect(told).toHaveLength(2)
    expect(told[0]).toContain('model openai/gpt-5.6.baseUrl')
  })

  test.each(['{', '[]', '"models"', '{"models":{}}'])('a file %s is reported and ignored', async (config) => {
    const { catalogue } = await load({}, config)
    expect(catalogue.length).toBeGreaterThan(10)
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('config.json')
  })

  test('settings for a model of a local server apply once it is found', async () => {
    const models = [{ id: 'ollama/llama3.2:latest', window: 8192 }]
    const { local, catalogue } = await load({}, JSON.stringify({ models }))
    expect(told).toEqual([])
    const found = {
      ...catalogue[0],
      id: 'ollama/llama3.2:latest',
      window: 32_768,
    } as (typeof catalogue)[number]
    const patched = patchLocalModel(found, local?.patches ?? [], (message) => told.push(message))
    expect(patched).toEqual({ ...found, window: 8192 })
    const other = { ...found, id: 'ollama/other' }
    expect(patchLocalModel(other, local?.patches ?? [], () => undefined)).toBe(other)
  })
})
