import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseChatFile } from '../chat-file/parse-chat-file.ts'
import { printChatFile } from '../chat-file/print-chat-file.ts'
import { importChatGptConversation } from './import-chatgpt.ts'
import { importClaudeConversation } from './import-claude.ts'
import type { ChatImport } from './import-report.ts'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 2_000 : 200

interface NodeOptions {
  readonly role?: string
  readonly content?: unknown
  readonly message?: object
}

function node(id: string, parent: string | null, text: string, options: NodeOptions = {}): [string, object] {
  const { role = 'user', content = { content_type: 'text', parts: [text] }, message = {} } = options
  const author = { role, ...(role === 'tool' ? { name: 'browser' } : {}) }
  return [
    id,
    { id, parent, children: [], message: { id, author, create_time: 1_700_000_000.5, content, ...message } },
  ]
}

const assistant = { role: 'assistant' }

/** A question that was edited, an answer that was made again, and a tool. */
const chatgpt = {
  title: 'Harbour',
  create_time: 1_700_000_000.25,
  conversation_id: 'c1',
  default_model_slug: 'gpt-4o',
  current_node: 'a2b',
  mapping: Object.fromEntries([
    ['root', { id: 'root', parent: null, children: ['sys'], message: null }],
    node('sys', 'root', 'You are kind.', { role: 'system' }),
    node('q1', 'sys', 'Where is it?'),
    node('a1', 'q1', 'In the north.', { ...assistant, message: { metadata: { model_slug: 'gpt-4o' } } }),
    node('a1b', 'q1', 'In the south.', assistant),
    node('q2', 'a1', 'How deep?'),
    node('call', 'q2', 'search("depth")', {
      ...assistant,
      content: { content_type: 'code', text: 'search("depth")' },
      message: { recipient: 'browser' },
    }),
    node('result', 'call', '12 m', { role: 'tool' }),
    node('a2', 'result', 'Twelve metres.', assistant),
    node('q2b', 'a1', 'How wide?'),
    node('think', 'q2b', '', { ...assistant, content: { content_type: 'thoughts', thoughts: [] } }),
    node('a2b', 'think', 'Two miles.', assistant),
    node('q3', 'a1b', 'Sure?', {
      content: { content_type: 'multimodal_text', parts: [{ content_type: 'image_asset_pointer' }, 'Sure?'] },
    }),
  ]),
}

function chatOf(imported: ChatImport): Extract<ChatImport, { kind: 'chat' }> {
  if (imported.kind !== 'chat') throw new Error(imported.reason)
  return imported
}

describe('a ChatGPT export', () => {
  test('is imported with branches, regenerated answers, models and times', () => {
    const { document } = chatOf(importChatGptConversation(chatgpt))
    expect(document).toMatchObject({
      id: 'chatgpt-c1',
      title: 'Harbour',
      created: 1_700_000_000_250,
      current: 'q2b',
    })
    expect(document.turns.map(({ id, parent }) => [id, parent])).toEqual([
      ['q1', undefined],
      ['q2', undefined],
      ['q2b', 'q1'],
      ['q3', 'q1'],
    ])
    expect(document.turns[0]?.answers).toMatchObject([
      { text: 'In the north.', model: 'gpt-4o', chosen: true, at: 1_700_000_000_500 },
      { text: 'In the south.', chosen: false },
    ])
  })

  test('tool calls become steps of the answer, with their results by hash', () => {
    const { document, inlined } = chatOf(importChatGptConversation(chatgpt))
    const answer = document.turns[1]?.answers[0]
    expect(answer).toMatchObject({
      text: 'Twelve metres.',
      toolSteps: [{ tool: 'browser', arguments: 'search("depth")' }, { tool: 'browser' }],
    })
    const result = inlined.find(({ turn }) => turn === 'q2')?.artifacts[0]
    expect(result?.content).toBe('12 m')
    expect(answer?.toolSteps?.[1]?.resultHash).toBe(result?.contentHash)
  })

  test('a visited page keeps its address', () => {
    const page = { content_type: 'tether_quote', url: 'https://a.org/', title: 'A', text: 'Wide.' }
    const mapping = Object.fromEntries([
      node('q', null, 'How wide?'),
      node('p', 'q', '', { message: { author: { role: 'tool', name: 'browser' }, content: page } }),
      node('a', 'p', 'Wide.', assistant),
    ])
    const { inlined } = chatOf(importChatGptConversation({ mapping }))
    expect(inlined[0]?.artifacts[0]?.content).toBe('A\nhttps://a.org/\n\nWide.')
  })

  test.each<[string, string, object, string, readonly string[]]>([
    [
      'older citations',
      'Two 😀 miles【3:0†source】.',
      {
        citations: [
          {
            start_ix: 11,
            end_ix: 23,
            metadata: { type: 'webpage', title: 'Sea [1]', url: 'https://ex.com/a_(b)' },
          },
        ],
      },
      'Two 😀 miles([Sea \\[1\\]](<https://ex.com/a_(b)>)).',
      [],
    ],
    [
      'newer citations',
      'Two miles\ue200cite\ue202turn0search1\ue201.',
      {
        content_references: [
          {
            matched_text: '\ue200cite\ue202turn0search1\ue201',
            items: [
              { title: 'A', url: 'https://a.org/' },
              { title: '', url: 'https://b.org/x' },
            ],
          },
          { matched_text: ' ', type: 'sources_footnote' },
        ],
      },
      'Two miles([A](<https://a.org/>)) ([b.org](<https://b.org/x>)).',
      [],
    ],
    [
      'more pages behind one mark, and a list at the end',
      'Deep\ue200cite\ue202turn0search1\ue201.',
      {
        content_references: [
          {
            matched_text: '\ue200cite\ue202turn0search1\ue201',
            items: [
              {
                title: 'A',
                url: 'https://a.org/',
                supporting_websites: [{ title: 'B', url: 'https://b.org/' }],
              },
            ],
          },
          { matched_text: ' ', type: 'sources_footnote', sources: [{ title: 'C', url: 'https://c.org/' }] },
        ],
      },
      'Deep([A](<https://a.org/>)) ([B](<https://b.org/>)). ([C](<https://c.org/>))',
      [],
    ],
    [
      'files',
      'Deep【1†source】.',
      { citations: [{ start_ix: 4, end_ix: 14, metadata: { name: 'chart.pdf' } }] },
      'Deep(chart.pdf).',
      [],
    ],
    [
      'unknown sources',
      'Deep【7:1†source】 and wide【8†x】; 【注】 stays.',
      { citations: [{ start_ix: 4, end_ix: 16, metadata: { url: 'javascript:alert(1)' } }] },
      'Deep and wide; 【注】 stays.',
      ['citations whose source is not in the export: 2'],
    ],
    [
      'sources without a mark',
      'Deep [1].',
      {
        citations: [{ start_ix: 0, end_ix: 4, metadata: { title: 'A', url: 'https://a.org/' } }],
        content_references: [{ matched_text: '[1]', title: 'B', url: 'https://b.org/' }],
      },
      'Deep [1]. ([A](<https://a.org/>)) ([B](<https://b.org/>))',
      [],
    ],
    [
      'long marks and marks of older exports',
      `Deep\ue200cite${'\ue202turn0search1'.repeat(60)}\ue201, wide:contentReference[oaicite:0]{index=0} and far【oaicite:1】.`,
      {
        content_references: [
          {
            matched_text: ':contentReference[oaicite:0]{index=0}',
            items: [{ title: 'A', url: 'https://a.org/' }],
          },
        ],
      },
      'Deep, wide([A](<https://a.org/>)) and far.',
      ['citations whose source is not in the export: 2'],
    ],
    [
      'marks in place of words',
      'In \ue200entity\ue202["city","Paris","capital"]\ue201 see \ue200url\ue202the map\ue202turn0search0\ue201.',
      {
        content_references: [
          {
            matched_text: '\ue200entity\ue202["city","Paris","capital"]\ue201',
            type: 'entity',
            name: 'Paris',
          },
        ],
      },
      'In Paris see the map.',
      [],
    ],
  ])('source marks become links: %s', (_, text, metadata, shown, lost) => {
    const mapping = Object.fromEntries([
      node('q', null, 'How wide?'),
      node('a', 'q', text, { ...assistant, message: { metadata } }),
    ])
    const { document, losses } = chatOf(importChatGptConversation({ mapping }))
    expect(document.turns[0]?.answers[0]?.text).toBe(shown)
    expect(losses.map(({ what, count }) => `${what}: ${count}`)).toEqual(lost)
  })

  test('counts what could not be expressed', () => {
    const { losses } = chatOf(importChatGptConversation(chatgpt))
    expect(Object.fromEntries(losses.map(({ what, count }) => [what, count]))).toEqual({
      'messages of the role "system"': 1,
      'thoughts of the model': 1,
      'parts: image_asset_pointer': 1,
      'questions that follow an answer which is not the chosen one': 1,
    })
  })

  test('cycles, unknown parts and excess are refused or counted, never followed', () => {
    const circle = {
      mapping: Object.fromEntries([node('a', 'b', 'A'), node('b', 'a', 'B'), node('c', 'gone', 'C')]),
    }
    const { document, losses } = chatOf(importChatGptConversation(circle))
    expect(document.turns.map(({ userText }) => userText)).toEqual(['C'])
    expect(losses).toEqual([{ what: 'messages that follow themselves in a circle', count: 2 }])
    expect(importChatGptConversation(null).kind).toBe('refused')
    expect(importChatGptConversation(chatgpt, { messages: 5, characters: 1_000 }).kind).toBe('refused')
    expect(importChatGptConversation(chatgpt, { messages: 500, characters: 10 }).kind).toBe('refused')
    expect(importChatGptConversation(7).kind).toBe('refused')
  })

  test('handles a chain of tens of thousands, and as many versions of one answer', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      node(`n${index}`, index === 0 ? null : `n${index - 1}`, 'x', index % 2 === 0 ? {} : assistant),
    )
    const long = chatOf(importChatGptConversation({ mapping: Object.fromEntries(chain) }))
    expect(long.document.turns).toHaveLength(10_000)
    const answers = Array.from({ length: 20_000 }, (_, index) =>
      node(`a${index}`, index === 0 ? 'q' : `a${index - 1}`, 'x', assistant),
    )
    const versions = Array.from({ length: 20_000 }, (_, index) =>
      node(`v${index}`, `a${index}`, 'y', assistant),
    )
    const wide = chatOf(
      importChatGptConversation({
        mapping: Object.fromEntries([node('q', null, 'Q'), ...answers, ...versions]),
      }),
    )
    expect(wide.document.turns).toHaveLength(1)
  })
})

const claude = {
  uuid: 'u1',
  name: 'Lights',
  created_at: '2026-01-02T03:04:05.678Z',
  chat_messages: [
    {
      uuid: 'm1',
      sender: 'human',
      created_at: '2026-01-02T03:04:05Z',
      text: 'Read this',
      content: [{ type: 'text', text: 'Read this' }],
      attachments: [{ file_name: 'a.txt', extracted_content: 'The text of a.' }],
      files: [{ file_name: 'a.txt' }, { file_name: 'photo.png' }],
    },
    {
      uuid: 'm2',
      sender: 'assistant',
      text: 'flattened',
      content: [
        { type: 'thinking', thinking: '…' },
        { type: 'tool_use', name: 'search', input: { q: 'x' } },
        { type: 'tool_result', name: 'search', content: [{ type: 'text', text: 'found' }] },
        { type: 'text', text: 'It says a.' },
      ],
    },
    { uuid: 'm3', sender: 'human', text: 'Thanks', parent_message_uuid: 'm2' },
    { uuid: 'm4', sender: 'human', text: 'No thanks', parent_message_uuid: 'm2' },
    { uuid: 'm5', sender: 'oracle', text: '?' },
  ],
}

describe('a Claude export', () => {
  test('sources of an answer follow it as links', () => {
    const citations = [{ url: 'https://ex.com/a', title: 'A' }, { details: { url: 'https://ex.com/b' } }]
    const chat_messages = [
      { uuid: 'q', sender: 'human', text: 'How?' },
      { uuid: 'a', sender: 'assistant', content: [{ type: 'text', text: 'So.', citations }] },
    ]
    const { document } = chatOf(importClaudeConversation({ uuid: 'c', name: '', chat_messages }))
    expect(document.turns[0]?.answers[0]?.text).toBe(
      'So. ([A](<https://ex.com/a>)) ([ex.com](<https://ex.com/b>))',
    )
  })

  test('is imported with texts, files with known text, tools and branches', () => {
    const { document, inlined } = chatOf(importClaudeConversation(claude))
    expect(document).toMatchObject({
      id: 'claude-u1',
      title: 'Lights',
      created: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    })
    expect(document.turns.map(({ id, parent, userText }) => [id, parent, userText])).toEqual([
      ['m1', undefined, 'Read this'],
      ['m3', undefined, 'Thanks'],
      ['m4', 'm1', 'No thanks'],
    ])
    expect(document.turns[0]?.answers).toMatchObject([
      {
        text: 'It says a.',
        chosen: true,
        toolSteps: [{ tool: 'search', arguments: { q: 'x' } }, { tool: 'search' }],
      },
    ])
    expect(inlined[0]?.artifacts.map(({ kind, title, content }) => [kind, title, content])).toEqual([
      ['upload', 'a.txt', 'The text of a.'],
      ['tool-result', expect.any(String), '[{"type":"text","text":"found"}]'],
    ])
    expect(document.turns[0]?.attached[0]?.hash).toBe(inlined[0]?.artifacts[0]?.contentHash)
  })

  test('counts what could not be expressed', () => {
    const { losses } = chatOf(importClaudeConversation(claude))
    expect(losses).toEqual([
      { what: 'attached files, of which the export has only names', count: 1 },
      { what: 'blocks: thinking', count: 1 },
      { what: 'messages with an unknown sender', count: 1 },
      { what: 'which model answered, for the whole conversation', count: 1 },
    ])
    expect(importClaudeConversation({}).kind).toBe('refused')
  })
})

test('importing any export terminates, and the result can be saved as a chat file', () => {
  const id = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '')
  const content = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({ content_type: fc.string(), parts: fc.array(fc.jsonValue()) }),
  )
  const message = fc.record(
    {
      author: fc.record({
        role: fc.constantFrom('user', 'assistant', 'tool', 'system', 'x'),
        name: fc.string(),
      }),
      content,
      recipient: fc.string(),
      create_time: fc.jsonValue({ maxDepth: 0 }),
      sender: fc.constantFrom('human', 'assistant', 'x'),
      text: fc.string(),
      uuid: id,
      parent_message_uuid: id,
      attachments: fc.array(fc.jsonValue({ maxDepth: 2 })),
    },
    { requiredKeys: [] },
  )
  const mapping = fc.dictionary(
    id,
    fc.oneof(fc.jsonValue(), fc.record({ parent: id, children: fc.array(id), message })),
  )
  fc.assert(
    fc.property(fc.record({ title: fc.jsonValue(), mapping, chat_messages: fc.array(message) }), (value) => {
      for (const imported of [importChatGptConversation(value), importClaudeConversation(value)]) {
        const { document } = chatOf(imported)
        expect(parseChatFile(printChatFile(document)).document).toEqual(document)
      }
    }),
    { numRuns: RUNS },
  )
})
