import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InstalledModel } from '@varve/contract'
import type { Message } from '@varve/engine'
import { writeRandomModel } from '@varve/local/testing'
import { type CallInput, type CatalogueModel, type ProviderEvent, sendRequest } from '@varve/providers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainSealer } from '../guard/sealer.ts'
import { ModelRunner } from './model-runner.ts'

const say = (role: Message['role'], text: string): Message => ({ role, parts: [{ kind: 'text', text }] })
const LONG = 'Varves are layers of sediment that are laid down once a year. '.repeat(12)
const TOOLS = [
  {
    name: 'readNote',
    description: 'Reads',
    parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
  },
]

/** What every provider's adapter keeps to, of the one that has no network. */
describe('the adapter of models on this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'varve-adapter-'))
  let runner: ModelRunner
  let model: CatalogueModel

  beforeAll(async () => {
    mkdirSync(join(folder, 'models'))
    const path = join(folder, 'models', 'tiny.gguf')
    writeRandomModel(path)
    const installed: InstalledModel = {
      id: 'tiny',
      path: 'tiny.gguf',
      name: 'Tiny',
      kind: 'chat',
      size: statSync(path).size,
      architecture: 'llama',
      context: 4096,
      bytesPerToken: 256,
      chatTemplate: true,
      added: '2026-11-19T08:00:00.000Z',
    }
    const list = { models: [installed], settings: { threads: 1 } }
    writeFileSync(join(folder, 'models', 'models.json'), JSON.stringify(list))
    runner = new ModelRunner({ dataFolder: folder, sealer: plainSealer(), report: console.error, gpu: false })
    model = (await runner.models())[0] as CatalogueModel
  })

  afterAll(async () => {
    await runner.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function ask(input: Partial<CallInput>, signal = new AbortController().signal) {
    const place = { conversationId: 'c', epoch: '1' }
    const call = { model, messages: [say('user', 'Hi')], tools: [], ...input }
    const events: ProviderEvent[] = []
    for await (const event of sendRequest(call, { fetch: reach(place), signal })) events.push(event)
    return {
      events,
      text: events.map((event) => (event.kind === 'text' ? event.delta : '')).join(''),
      usage: events.find((event) => event.kind === 'usage')?.usage,
      last: events.at(-1),
    }
  }

  function reach(place: { readonly conversationId: string; readonly epoch: string }): typeof fetch {
    const found = runner.fetchFor(model, place, 'w')
    if (!found) throw new Error('The model is not listed.')
    return found
  }

  test('streams text, then says what it read and wrote, and why it ended', async () => {
    const settings = { maxOutputTokens: 12, temperature: 0 }
    const messages = [say('system', 'You help.'), say('user', LONG)]
    const one = await ask({ messages, settings })
    expect(one.last).toEqual({ kind: 'finish', reason: 'length' })
    expect(one.text).not.toBe('')
    expect(one.usage).toMatchObject({ cached: 0, output: 12 })
    // What was read before is told as read from the cache.
    const two = await ask({
      messages: [...messages, say('assistant', one.text), say('user', 'Go on.')],
      settings,
    })
    expect(two.usage?.cached).toBe((one.usage?.input ?? 0) + 11)
  })

  test('holds an answer to a schema', async () => {
    const schema = {
      type: 'object',
      properties: { kind: { enum: ['note', 'chat'] }, sure: { type: 'boolean' } },
      required: ['kind', 'sure'],
      additionalProperties: false,
    }
    const format = { kind: 'schema', name: 'found', schema } as const
    const { text, last } = await ask({ settings: { maxOutputTokens: 300, temperature: 1, format } })
    expect(last).toEqual({ kind: 'finish', reason: 'stop' })
    expect(['note', 'chat']).toContain((JSON.parse(text) as { kind: string }).kind)
  })

  test('gives calls of tools as calls, with arguments by the tool’s schema', async () => {
    const body = {
      messages: [{ role: 'user', content: 'Read it.' }],
      tools: TOOLS.map((tool) => ({ type: 'function', function: tool })),
      tool_choice: 'required',
      temperature: 1,
      seed: 1,
      max_tokens: 2000,
    }
    const forced: typeof fetch = (target) =>
      reach({ conversationId: 'c', epoch: '1' })(target, { body: JSON.stringify(body) })
    const events: ProviderEvent[] = []
    for await (const event of sendRequest(
      { model, messages: [say('user', 'Read it.')], tools: TOOLS },
      { fetch: forced },
    ))
      events.push(event)
    const calls = events.filter((event) => event.kind === 'tool-call')
    expect(calls.length).toBeGreaterThan(0)
    for (const { tool, arguments: given } of calls) {
      expect(tool).toBe('readNote')
      expect(Number.isInteger((JSON.parse(given) as { n: number }).n)).toBe(true)
    }
    expect(events.at(-1)).toEqual({ kind: 'finish', reason: 'tool-calls' })
  })

  test('an abort ends the answer, and the next one comes', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    const { last } = await ask(
      { messages: [say('user', LONG)], settings: { maxOutputTokens: 3000 } },
      stop.signal,
    )
    expect(last).toEqual({ kind: 'finish', reason: 'stopped' })
    expect((await ask({ settings: { maxOutputTokens: 3, temperature: 0 } })).usage?.output).toBe(3)
  })

  test('a prompt that doesn’t fit is refused with the numbers', async () => {
    const { last } = await ask({ messages: [say('user', LONG.repeat(8))] })
    expect(last).toMatchObject({
      kind: 'error',
      error: { code: 'bad-request', message: expect.stringMatching(/has \d{4} tokens, .* holds 4096/) },
    })
  })
})
