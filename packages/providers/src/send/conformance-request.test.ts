import { expect, test } from 'vitest'
import type { WireRequest } from '../wire/wire.ts'
import { buildRequest } from './build-request.ts'
import { describeAdapters, KEY, text } from './testing/conformance-suite.ts'

describeAdapters('the request', ({ model, headers, record, input, start, send, can }) => {
  test('the shown request is the one sent, without the key', async () => {
    const server = await start({ headers, chunks: record({ texts: ['x'] }) })
    const shown = await buildRequest(input)
    const sent: WireRequest[] = []
    await send(server, input, { request: shown, onRequest: (request) => sent.push(request) })
    expect(server.received[0]?.bodyText).toBe(shown.bodyText)
    expect(server.received[0]?.path).toBe(shown.path)
    expect(sent.map(({ bodyText, path, body }) => ({ bodyText, path, body }))).toEqual([
      { bodyText: shown.bodyText, path: shown.path, body: JSON.parse(shown.bodyText) },
    ])
    expect(JSON.stringify(server.received[0]?.headers)).toContain(KEY)
    expect(JSON.stringify([shown, sent])).not.toContain(KEY)
  })

  test('sends nothing if the bytes would differ from those shown', async () => {
    const server = await start()
    const shown = await buildRequest({ ...input, messages: [{ role: 'user', parts: [text('Hi')] }] })
    const events = await send(server, input, { request: shown })
    expect(server.received).toEqual([])
    expect(events).toMatchObject([{ kind: 'error', error: { code: 'bad-request' } }])
  })

  test('settings are sent where supported, and are losses otherwise', async () => {
    const settings = { temperature: 0.25, maxOutputTokens: 777, reasoningEffort: 'minimal' } as const
    const { bodyText, losses } = await buildRequest({ ...input, settings })
    expect(bodyText).toContain('777')
    expect(bodyText.includes('0.25')).toBe(model.settings.temperature)
    expect(bodyText).not.toContain('minimal')
    expect(losses.map(({ what }) => what)).toEqual([
      ...(model.settings.temperature ? [] : ['temperature 0.25']),
      'reasoning effort minimal',
    ])
  })

  can('marks', 'marks stand where the plan puts them; without them the body is the same', async () => {
    const marked = await buildRequest({ ...input, cache: { marks: [1, 2] } })
    const plain = await buildRequest(input)
    const off = await buildRequest({
      ...input,
      model: { ...model, cache: { ...model.cache, marks: false } },
      cache: { marks: [1, 2] },
    })
    expect(countMarks(marked.bodyText)).toBe(2)
    expect(countMarks(plain.bodyText)).toBe(0)
    expect(off.bodyText).toBe(plain.bodyText)
    if (model.protocol !== 'openai-chat') expect(withoutMarks(marked.bodyText)).toBe(plain.bodyText)
    const many = await buildRequest({ ...input, cache: { marks: [0, 1, 2, 3], longMarks: 1 } })
    expect(countMarks(many.bodyText)).toBeLessThanOrEqual(4)
  })

  can('cache key', 'the key is sent where the model takes it, and changes nothing else', async () => {
    const keyed = await buildRequest({ ...input, cache: { key: 'conversation-1' } })
    const plain = await buildRequest(input)
    expect(keyed.body['prompt_cache_key']).toBe('conversation-1')
    expect(keyed.bodyText.replace('"prompt_cache_key":"conversation-1",', '')).toBe(plain.bodyText)
    const off = { ...model, cache: { ...model.cache, key: false } }
    expect((await buildRequest({ ...input, model: off, cache: { key: 'x' } })).bodyText).toBe(plain.bodyText)
  })

  test('a hundred builds give one body', async () => {
    const call = { ...input, cache: { key: 'c', marks: [1, 2] }, settings: { maxOutputTokens: 99 } }
    const bodies = new Set<string>()
    for (let round = 0; round < 100; round += 1) bodies.add((await buildRequest(call)).bodyText)
    expect(bodies.size).toBe(1)
  })
})

const MARKS = /,"(?:cache_control|prompt_cache_breakpoint)":\{[^{}]*\}/g

function countMarks(bodyText: string): number {
  return bodyText.match(MARKS)?.length ?? 0
}

function withoutMarks(bodyText: string): string {
  return bodyText.replace(MARKS, '')
}
