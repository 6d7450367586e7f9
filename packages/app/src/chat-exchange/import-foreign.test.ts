import { deflateRawSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { bringChats } from '../testing/bring-chats.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { type TemporaryApp, temporaryApp } from '../testing/temporary-app.ts'
import { testZip } from './test-zip.ts'

let it: TemporaryApp

afterEach(() => it.remove())

const bring = (file: string | Uint8Array, name?: string) => bringChats(it.app, file, name)
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const CHATGPT = [
  {
    title: 'Rome',
    conversation_id: 'g1',
    create_time: 1_700_000_000,
    current_node: 'b',
    mapping: {
      root: { id: 'root', parent: null, children: ['a'], message: null },
      a: {
        id: 'a',
        parent: 'root',
        children: ['b'],
        message: {
          author: { role: 'user' },
          create_time: 1_700_000_001,
          content: { content_type: 'text', parts: ['When was Rome?'] },
        },
      },
      b: {
        id: 'b',
        parent: 'a',
        children: [],
        message: {
          author: { role: 'assistant' },
          create_time: 1_700_000_002,
          status: 'finished_successfully',
          content: { content_type: 'text', parts: ['Long ago.'] },
          metadata: { model_slug: 'gpt-4' },
        },
      },
    },
  },
  { title: 'Broken', mapping: {} },
]

const CLAUDE = [
  {
    uuid: 'k1',
    name: 'Paris',
    created_at: '2026-01-02T03:04:05Z',
    chat_messages: [
      {
        uuid: 'm1',
        sender: 'human',
        text: 'And Paris?',
        created_at: '2026-01-02T03:04:05Z',
        attachments: [{ file_name: 'a.txt', extracted_content: 'attached words' }],
      },
      { uuid: 'm2', sender: 'assistant', text: 'A city.', created_at: '2026-01-02T03:04:06Z' },
    ],
  },
]

describe('foreign chats', () => {
  test('archives of ChatGPT and Claude, with what is none of theirs left out and said', async () => {
    it = await temporaryApp([scriptedModel()])
    const zip = testZip([
      { path: 'export/conversations.json', content: JSON.stringify(CHATGPT) },
      { path: 'claude/conversations.json', content: JSON.stringify(CLAUDE) },
      { path: 'user.json', content: '{"id":"u"}' },
      { path: 'picture.png', content: '\ufffd' },
    ])
    const { chats, skipped } = await bring(zip, 'export.zip')
    expect(chats).toEqual([
      {
        source: 'export/conversations.json',
        title: 'Broken',
        outcome: 'refused',
        lost: ['It has no messages.'],
      },
      expect.objectContaining({
        title: 'Rome',
        outcome: 'added',
        chatId: 'chatgpt-g1',
        turns: 1,
        answers: 1,
      }),
      expect.objectContaining({
        title: 'Paris',
        outcome: 'added',
        lost: ['which model answered, for the whole conversation: 1'],
      }),
    ])
    expect(skipped).toEqual([{ source: 'user.json', reason: 'It holds no conversations.' }])
    const listed = await it.app.listChats({ workspaceId: 'other' })
    expect(listed.map(({ title }) => title)).toEqual(['Paris', 'Rome'])
    const paris = await it.app.openChat({ workspaceId: 'other', chatId: 'claude-k1' })
    expect(paris.kept).toMatchObject([{ title: 'a.txt' }])
    expect(await bring(zip, 'export.zip')).toMatchObject({
      chats: [{}, { outcome: 'known' }, { outcome: 'known' }],
    })
  })

  test('what a model wrote and ran with the tools of its program comes along as steps', async () => {
    it = await temporaryApp([scriptedModel()])
    const content = [
      { type: 'text', text: 'Here it is.' },
      { type: 'tool_use', name: 'artifacts', input: { title: 'Lease', content: '# Lease\nTwo years.' } },
      { type: 'tool_use', name: 'web_search', input: { query: 'rent' } },
      { type: 'tool_result', name: 'artifacts', content: 'OK' },
    ]
    const [paris] = CLAUDE
    const question = paris?.chat_messages[0]
    const answer = { uuid: 'm2', sender: 'assistant', content }
    const file = JSON.stringify([{ ...paris, chat_messages: [question, answer] }])
    expect((await bring(file)).chats).toMatchObject([{ outcome: 'added' }])
    const { turns } = await it.app.openChat({ workspaceId: 'other', chatId: 'claude-k1' })
    expect(turns[0]?.answer.steps?.flatMap(({ calls }) => calls)).toMatchObject([
      {
        tool: 'artifacts',
        arguments: '{"title":"Lease","content":"# Lease\\nTwo years."}',
        summary: 'Used artifacts: Lease',
        status: 'done',
        result: '"OK"',
      },
      { tool: 'web_search', summary: 'Used web_search: rent', status: 'done' },
    ])
    const exported = await it.app.exportChat({ workspaceId: 'other', chatId: 'claude-k1', form: 'json' })
    expect(exported.text).toContain('Two years.')
    expect(await bring(file)).toMatchObject({ chats: [{ outcome: 'known' }] })
  })

  test('a list that breaks off before its first chat is told as that', async () => {
    it = await temporaryApp([scriptedModel()])
    const { chats, skipped } = await bring(JSON.stringify(CHATGPT).slice(0, 300))
    expect(chats).toEqual([])
    expect(skipped).toMatchObject([{ reason: 'It breaks off: the end of the list is missing.' }])
  })

  test('a chat of the Obsidian plugin, with its gaps in words', async () => {
    it = await temporaryApp([scriptedModel()])
    const note = [
      '---',
      'epoch: 1767323045000',
      'modelKey: gpt-4|openai',
      'topic: Tides',
      'tags:',
      '  - copilot-conversation',
      '---',
      '',
      '**user**: Why are there tides?',
      '[Timestamp: 2026/01/02 03:04:05]',
      '',
      '**ai**: The moon.',
      '[Timestamp: 2026/01/02 03:04:09]',
      '',
    ].join('\n')
    const { chats } = await bring(note, 'Tides.md')
    expect(chats).toMatchObject([{ outcome: 'added', turns: 1, answers: 1 }])
    expect(chats[0]?.lost.length).toBeGreaterThan(0)
    expect((await it.app.searchChats({ workspaceId: 'other', text: 'moon' })).hits).toHaveLength(1)
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['bytes', new Uint8Array([0xff, 0, 1])],
    ['words', utf8('Dear diary')],
    ['JSON of another kind', utf8('{"a":1}')],
    ['a list of nothing', utf8('[]')],
    ['a page', utf8('<html><script>alert(1)</script></html>')],
    ['half a file', utf8('{"format":"varve-chat"')],
    ['deep JSON', utf8('['.repeat(100_000))],
  ])('%s is no chat, and said so', async (_, file) => {
    it = await temporaryApp([scriptedModel()])
    const { chats, skipped } = await bring(file)
    expect([chats, skipped.length]).toEqual([[], 1])
    expect(await it.app.listChats({ workspaceId: 'other' })).toEqual([])
  })
})

describe('archives that are not what they seem', () => {
  const huge = deflateRawSync(new Uint8Array(64 * 2 ** 20))

  test.each([
    ['one that unpacks to more than it says', testZip([{ path: 'a.json', raw: huge, size: 10 }])],
    ['one that says more than may be', testZip([{ path: 'a.json', raw: huge, size: 2 ** 31 }])],
    [
      'entries that share their bytes',
      testZip(
        Array.from({ length: 50 }, () => ({ path: 'a.json', raw: huge, size: 64 * 2 ** 20 })),
        { shared: true },
      ),
    ],
    ['one that is cut off', testZip([{ path: 'a.json', content: '[]' }]).slice(0, -8)],
    ['one that points nowhere', testZip([{ path: 'a.json', content: '[]' }], { offset: 2 ** 30 })],
    ['one that is encrypted', testZip([{ path: 'a.json', content: '[]' }], { flags: 1 })],
  ])('%s is refused as a whole', async (_, zip) => {
    it = await temporaryApp([scriptedModel()])
    await expect(bring(zip, 'x.zip')).rejects.toMatchObject({
      code: expect.stringMatching(/^file-(unreadable|too-large)$/),
    })
    expect(await it.app.listChats({ workspaceId: 'other' })).toEqual([])
  })
})
