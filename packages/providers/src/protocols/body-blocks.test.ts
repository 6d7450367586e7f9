import { estimateTokenizer } from '@varve/engine'
import { describe, expect, test } from 'vitest'
import { bodyBlocks } from './protocols.ts'
import { bodyScope } from './protocols.ts'
import type { JsonObject, WireProtocol } from '../wire/wire.ts'

/** One token a character: counts can be read off the texts. */
const letters = { id: 'letters', count: (text: string) => text.length }

/** Kind, role, tokens and mark of every block. */
function shape(protocol: WireProtocol, body: JsonObject): readonly string[] {
  return bodyBlocks(protocol, body, letters).map(
    ({ kind, role, tokens, marked, ttl }) => `${role} ${kind} ${tokens}${marked ? ` *${ttl ?? ''}` : ''}`,
  )
}

/** The header of a PNG of 1500 by 750 pixels: 1500 tokens at 750 pixels each. */
const PNG = btoa('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x05\xdc\0\0\x02\xee')

const TOOL = { name: 'find', description: 'Finds.', input_schema: { type: 'object' } }

/** Name, description and schema, as the engine counts them. */
const COUNTED = '[{"description":"Finds.","name":"find","parameters":{"type":"object"}}]'

describe('bodyBlocks', () => {
  test('tool definitions count the same in every protocol; other entries count as they are', () => {
    const { name, description, input_schema: parameters } = TOOL
    const bare = { name, description, parameters }
    const bodies: Readonly<Record<WireProtocol, JsonObject>> = {
      anthropic: { tools: [TOOL] },
      'openai-responses': { tools: [{ type: 'function', strict: false, ...bare }] },
      'openai-chat': { tools: [{ type: 'function', function: bare }] },
      ollama: { tools: [{ type: 'function', function: bare }] },
      gemini: {
        tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: parameters }] }],
      },
    }
    for (const protocol of ['anthropic', 'openai-responses', 'openai-chat', 'ollama', 'gemini'] as const)
      expect(shape(protocol, bodies[protocol])).toEqual([`tools tools ${COUNTED.length}`])
    const search = [{ type: 'web_search' }]
    expect(shape('openai-responses', { tools: search })).toEqual([
      `tools tools ${JSON.stringify(search).length}`,
    ])
  })

  test('Gemini: a text result counts as text, without escapes', () => {
    const response = (content: string): JsonObject => ({
      contents: [
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'find', response: { name: 'find', content } } }],
        },
      ],
    })
    const [one] = bodyBlocks('gemini', response('a\n"b"'), letters)
    expect(one?.tokens).toBe('a\n"b"'.length + 8)
    expect(one?.text).toContain('a\\n')
  })

  test('Anthropic: tools, system, messages, a string and a part as one block, marks and their lifetime', () => {
    const body: JsonObject = {
      messages: [
        { role: 'user', content: 'hello' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hmm', signature: 'signed' },
            { type: 'text', text: 'let me see' },
            { type: 'tool_use', id: 'c1', name: 'find', input: { q: 1 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'found' }] },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
            { type: 'text', text: 'and?', cache_control: { type: 'ephemeral' } },
          ],
        },
      ],
      system: [{ type: 'text', text: 'be kind', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      tools: [TOOL],
    }
    expect(shape('anthropic', body)).toEqual([
      `tools tools ${COUNTED.length}`,
      'system text 7 *1h',
      'user text 5',
      'assistant reasoning 3',
      'assistant text 10',
      `assistant tool-call ${'{"q":1}'.length + 4 + 8}`,
      `user tool-result ${5 + 8}`,
      'user image 1500',
      'user text 4 *',
    ])
  })

  test('Anthropic: an automatic mark is at the end; marks are not part of the text', () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const plain: JsonObject = { tools: [TOOL], messages: [{ role: 'user', content: 'hello' }] }
    const marked: JsonObject = { ...mark, ...plain, tools: [{ ...TOOL, ...mark }] }
    expect(shape('anthropic', marked).map((line) => line.endsWith('*'))).toEqual([true, true])
    const texts = (body: JsonObject) => bodyBlocks('anthropic', body, letters).map(({ text }) => text)
    expect(texts(marked)).toEqual(texts(plain))
  })

  test('OpenAI Responses: instructions, items, breakpoints in parts and in outputs', () => {
    const breakpoint = { prompt_cache_breakpoint: { mode: 'explicit' } }
    const body: JsonObject = {
      instructions: 'be kind',
      input: [
        { role: 'developer', content: 'rules' },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'look', ...breakpoint },
            { type: 'input_image', image_url: `data:image/png;base64,${PNG}` },
          ],
        },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hmm' }], encrypted_content: 'e' },
        { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{}' },
        {
          type: 'function_call_output',
          call_id: 'c1',
          output: [{ type: 'input_text', text: 'found', ...breakpoint }],
        },
        { role: 'assistant', content: 'done' },
      ],
    }
    expect(shape('openai-responses', body)).toEqual([
      'system text 7',
      'developer text 5',
      'user text 4 *',
      'user image 1500',
      'assistant reasoning 3',
      'assistant tool-call 14',
      'tool tool-result 13 *',
      'assistant text 4',
    ])
    expect(shape('openai-responses', { input: 'hello' })).toEqual(['user text 5'])
  })

  test('OpenAI Chat: calls follow the text of their message', () => {
    const body: JsonObject = {
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'be kind' }] },
        { role: 'user', content: 'hello' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'found' },
        { role: 'assistant', content: 'done', reasoning_content: 'hmm' },
      ],
    }
    expect(shape('openai-chat', body)).toEqual([
      'system text 7',
      'user text 5',
      'assistant tool-call 14',
      'tool tool-result 13',
      'assistant reasoning 3',
      'assistant text 4',
    ])
  })

  test('Gemini: system instruction, contents, calls and responses, thoughts', () => {
    const body: JsonObject = {
      systemInstruction: { parts: [{ text: 'be kind' }] },
      contents: [
        { role: 'user', parts: [{ text: 'look' }, { inlineData: { mimeType: 'image/png', data: PNG } }] },
        {
          role: 'model',
          parts: [{ text: 'hmm', thought: true }, { functionCall: { name: 'find', args: {} } }],
        },
        { role: 'user', parts: [{ functionResponse: { name: 'find', response: { a: 1 } } }] },
      ],
    }
    expect(shape('gemini', body)).toEqual([
      'system text 7',
      'user text 4',
      'user image 1500',
      'model reasoning 3',
      'model tool-call 14',
      `user tool-result ${'{"a":1}'.length + 8}`,
    ])
  })

  test('Ollama: images precede the text of their message, arguments are JSON', () => {
    const body: JsonObject = {
      messages: [
        { role: 'user', content: 'look', images: [PNG] },
        { role: 'assistant', content: '', tool_calls: [{ function: { name: 'find', arguments: {} } }] },
        { role: 'tool', tool_name: 'find', content: 'found' },
      ],
    }
    expect(shape('ollama', body)).toEqual([
      'user image 1500',
      'user text 4',
      'assistant tool-call 14',
      'tool tool-result 13',
    ])
  })

  test('a malformed body is read as far as possible', () => {
    for (const protocol of ['openai-responses', 'openai-chat', 'anthropic', 'gemini', 'ollama'] as const) {
      expect(bodyBlocks(protocol, {}, estimateTokenizer())).toEqual([])
      const odd: JsonObject = {
        tools: 1,
        system: null,
        messages: [null, 3, { role: 7 }],
        contents: 'x',
        input: [[]],
      }
      expect(() => bodyBlocks(protocol, odd, estimateTokenizer())).not.toThrow()
    }
  })
})

describe('bodyScope', () => {
  test('Anthropic: tool choice, thinking and images separate the messages, reasoning effort does not', () => {
    const scope = (body: JsonObject) => bodyScope('anthropic', body).messages
    const plain = scope({})
    expect(scope({ tool_choice: { type: 'any' } })).not.toBe(plain)
    expect(scope({ messages: [{ role: 'user', content: [{ type: 'image' }] }] })).not.toBe(plain)
    const thinking = (budget: number) => ({ thinking: { type: 'enabled', budget_tokens: budget } })
    expect(scope(thinking(2000))).not.toBe(plain)
    expect(scope(thinking(2000))).toBe(scope(thinking(4000)))
  })

  test('OpenAI: cache key and service tier separate everything', () => {
    const scope = (body: JsonObject) => bodyScope('openai-responses', body).whole
    expect(scope({ prompt_cache_key: 'a' })).not.toBe(scope({ prompt_cache_key: 'b' }))
    expect(scope({ service_tier: 'flex' })).not.toBe(scope({}))
  })
})
