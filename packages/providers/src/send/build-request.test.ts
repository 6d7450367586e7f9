import type { Message, Part } from '@varve/engine'
import type { MessageRole } from '@varve/engine/internal'
import { describe, expect, test } from 'vitest'
import { ProviderError } from '../provider-error.ts'
import { buildRequest } from './build-request.ts'
import type { CallInput } from '../request/call-input.ts'
import { CONFORMANCE_ADAPTERS, find } from './testing/conformance-adapters.ts'

const text = (value: string): Part => ({ kind: 'text', text: value })
const say = (role: MessageRole, ...texts: readonly string[]): Message => ({ role, parts: texts.map(text) })
const LONG = 'A sentence that makes this part long enough for a cache to bother. '.repeat(150)
const claude = find('anthropic/claude-sonnet-4-5')
const gpt = find('openai/gpt-5.6')

describe.each(CONFORMANCE_ADAPTERS)('invariants of every converter: $name', ({ model }) => {
  const build = (messages: readonly Message[]): ReturnType<typeof buildRequest> =>
    buildRequest({ model, messages, tools: [] })

  test('drops empty texts, and merges neighbours of one role', async () => {
    const untidy = await build([
      say('system', '', 'Be kind.'),
      say('user', 'One.'),
      say('user', '', ' Two.'),
      say('assistant', ''),
      say('user', ' Three.'),
    ])
    const tidy = await build([say('system', 'Be kind.'), say('user', 'One.', ' Two.', ' Three.')])
    expect(untidy.bodyText).toBe(tidy.bodyText)
    expect(untidy.losses).toEqual([])
  })

  test('keeps blanks at the ends of texts', async () => {
    const { bodyText } = await build([
      say('user', '  a  \n'),
      say('assistant', ' b \n\n'),
      say('user', '\tc\t'),
    ])
    for (const kept of ['  a  \n', ' b \n\n', '\tc\t'])
      expect(bodyText).toContain(JSON.stringify(kept).slice(1, -1))
  })

  test.each([
    ['that ends with an answer', [say('user', 'a'), say('assistant', 'b')]],
    ['without a question', [say('system', 'a')]],
    ['with system text in its middle', [say('user', 'a'), say('system', 'b'), say('user', 'c')]],
    ['of nothing', []],
  ])('refuses a request %s before sending', async (_, messages) => {
    await expect(build(messages)).rejects.toThrow(ProviderError)
  })

  test('wraps arguments that are not a JSON object, and reports it', async () => {
    const call = { kind: 'tool-call', callId: 'c1', tool: 'read', arguments: '{"path": "a' } as const
    const result = { kind: 'tool-result', callId: 'c1', tool: 'read', text: '' } as const
    const { bodyText, losses } = await build([
      say('user', 'a'),
      { role: 'assistant', parts: [call] },
      { role: 'tool', parts: [result] },
    ])
    expect(bodyText.replaceAll('\\', '')).toContain(call.arguments)
    expect(losses).toContainEqual({
      what: 'arguments of read',
      why: 'they are no JSON object and go inside one',
    })
    expect(bodyText).toContain('(empty)')
  })

  test('a model without tools gets their traffic as text', async () => {
    const call = { kind: 'tool-call', callId: 'c1', tool: 'read', arguments: '{}' } as const
    const result = { kind: 'tool-result', callId: 'c1', tool: 'read', text: 'found' } as const
    const { bodyText, losses } = await buildRequest({
      model: { ...model, tools: false },
      messages: [say('user', 'a'), { role: 'assistant', parts: [call] }, { role: 'tool', parts: [result] }],
      tools: [{ name: 'read', description: '', parameters: {} }],
    })
    expect(bodyText).toContain('[used read: {}]')
    expect(bodyText).toContain('found')
    expect(Object.keys(JSON.parse(bodyText) as object)).not.toContain('tools')
    expect(losses.map(({ what }) => what)).toEqual(['tool traffic (2 times)', '1 tools'])
  })
})

describe('marks', () => {
  const messages = [
    say('system', 'Be kind.'),
    say('user', LONG, 'One.'),
    say('assistant', 'Yes.'),
    say('user', 'Two.', 'Three.', 'Four.'),
  ]
  const build = (model: CallInput['model'], cache: CallInput['cache']): ReturnType<typeof buildRequest> =>
    buildRequest({ model, messages, tools: [], ...(cache ? { cache } : {}) })

  test('Anthropic accepts four, and the last ones are kept', async () => {
    const { bodyText, losses } = await build(claude, { marks: [1, 2, 3, 4, 5, 6] })
    expect(bodyText.match(/"cache_control":\{"type":"ephemeral"\}/g)).toHaveLength(4)
    expect(bodyText).not.toContain(`${LONG}","cache_control"`)
    expect(losses).toEqual([
      { what: 'cache mark after block 1', why: 'at most 4 are allowed' },
      { what: 'cache mark after block 2', why: 'at most 4 are allowed' },
    ])
  })

  test('marks with the longer lifetime come first', async () => {
    const { bodyText } = await build(claude, { marks: [1, 3, 6], longMarks: 2 })
    const lifetimes = [...bodyText.matchAll(/"cache_control":(\{[^}]*\})/g)].map(([, mark]) => mark)
    expect(lifetimes).toEqual([
      '{"type":"ephemeral","ttl":"1h"}',
      '{"type":"ephemeral","ttl":"1h"}',
      '{"type":"ephemeral"}',
    ])
  })

  test('OpenAI accepts three besides its own, and none on answers: they move to the previous part', async () => {
    const { bodyText, losses } = await build(gpt, { marks: [1, 3] })
    expect(bodyText).toContain('"text":"One.","prompt_cache_breakpoint":{"mode":"explicit"}')
    expect(losses).toEqual([
      {
        what: 'cache mark after block 3',
        why: 'nothing there can carry one; it stands after block 2',
      },
    ])
    const many = await build(gpt, { marks: [1, 2, 4, 5] })
    expect(many.bodyText.match(/prompt_cache_breakpoint/g)).toHaveLength(3)
  })

  test('drops a mark that would move below the minimum', async () => {
    const short = [say('user', 'One.'), say('assistant', LONG), say('user', 'Two.')]
    const { bodyText, losses } = await buildRequest({
      model: gpt,
      messages: short,
      tools: [],
      cache: { marks: [1] },
    })
    expect(bodyText).not.toContain('prompt_cache_breakpoint')
    expect(losses).toEqual([{ what: 'cache mark after block 1', why: 'nothing before it can carry one' }])
  })
})
