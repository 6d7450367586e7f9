import { noticeWords } from '@varve/contract'
import { deflateRawSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { parseTraceLine } from '@varve/lab'
import { bringChats } from '../testing/bring-chats.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { collect, type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import { testZip } from '../testing/test-zip.ts'

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

describe('chats of other apps', () => {
  test('imports archives of ChatGPT and Claude, and says what was left out', async () => {
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

  test('imports reasoning and tool runs as steps', async () => {
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

  test('reports a list that ends before its first chat', async () => {
    it = await temporaryApp([scriptedModel()])
    const { chats, skipped } = await bring(JSON.stringify(CHATGPT).slice(0, 300))
    expect(chats).toEqual([])
    expect(skipped).toMatchObject([{ reason: 'It breaks off: the end of the list is missing.' }])
  })

  test('imports a chat of the Obsidian plugin, and says what is missing', async () => {
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

  test('[A-5] inlined context of an old plugin chat becomes artifacts, and the message stays the question', async () => {
    it = await temporaryApp([scriptedModel()])
    const element = (tag: string, head: string, content: string): string =>
      `<${tag}>\n${head}\n<content>\n${content}\n</content>\n</${tag}>`
    const note = '<title>Lease</title>\n<path>law/lease.md</path>'
    const first = [
      element('note_context', note, 'Ends in May.'),
      element('note_context', note, 'Ends in May.'),
      element('active_note', '<title>Open</title>\n<path>open.md</path>', 'Open text.'),
      element('selected_text', `${note}\n<start_line>3</start_line>\n<end_line>4</end_line>`, 'May.'),
      element('url_content', '<url>https://ex.com/a</url>', 'A page.'),
      '<localSearch timeRange="all">\nfound\n</localSearch>',
      '---\n\n[User query]:\nWhen does it end?',
    ].join('\n\n')
    const second = '<note_context>\n<title>Cut</title>\n<path>cut.md</path>\n<content>\nhalf a note'
    const message = (role: string, text: string): string =>
      `**${role}**: ${text}\n[Timestamp: 2026/01/02 03:04:05]\n\n`
    const file = ['---\ntags: copilot-conversation\n---\n\n', message('user', second), message('ai', 'Hm.')]
      .concat(message('user', first), message('ai', 'In May.'))
      .join('')
    const { chats } = await bring(file, 'Old.md')
    expect(chats[0]).toMatchObject({ outcome: 'added', turns: 2, title: 'When does it end?' })
    expect(chats[0]?.lost.filter((text) => /needs a|cannot be attached|is not there/.test(text))).toEqual([])
    const chat = await it.app.openChat({ workspaceId: 'other', chatId: chats[0]?.chatId ?? '' })
    expect(chat.turns.map(({ text }) => text)).toEqual(['', 'When does it end?'])
    expect(chat.kept.map(({ key }) => key.replace(/@.*|(?<=^unparsed|^tool:localSearch):.*/, ''))).toEqual([
      'unparsed',
      'law/lease.md',
      'open.md',
      'law/lease.md#L3-4',
      'https://ex.com/a',
      'tool:localSearch',
    ])
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
  ])('%s is not a chat, and says so', async (_, file) => {
    it = await temporaryApp([scriptedModel()])
    const { chats, skipped } = await bring(file)
    expect([chats, skipped.length]).toEqual([[], 1])
    expect(await it.app.listChats({ workspaceId: 'other' })).toEqual([])
  })
})

describe('misleading archives', () => {
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

describe('the context of a chat of the Obsidian plugin', () => {
  const note = [
    '**user**: What do they say?',
    '[Context: Notes: money/bills.md, old/tides.md, gone.md, many.md | URLs: https://ex.com/a | Tags: #money]',
    '[Timestamp: 2026/01/02 03:04:05]',
    '',
    '**ai**: Much.',
    '[Timestamp: 2026/01/02 03:04:09]',
    '',
  ].join('\n')
  const lastRequest = async (chatId: string): Promise<string> => {
    const { request } = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId, turn: 2 })
    return request.flatMap(({ parts }) => parts).join('\n')
  }

  async function imported(): Promise<string> {
    const model = scriptedModel()
    it = await temporaryApp([model])
    model.say('Yes.')
    model.end()
    it.write('money/bills.md', 'Rent is due.')
    it.write('new/tides.md', 'High at noon.')
    it.write('a/many.md', 'First.')
    it.write('b/many.md', 'Second.')
    const bytes = utf8(note)
    const { chats } = await it.app.importChats({ workspaceId: WORKSPACE, name: 'Bills.md', bytes })
    expect(chats).toMatchObject([
      {
        outcome: 'added',
        context: {
          found: ['money/bills.md'],
          moved: [{ from: 'old/tides.md', to: 'new/tides.md' }],
          missing: ['gone.md', 'many.md'],
        },
      },
    ])
    return chats[0]?.chatId ?? ''
  }

  test('is attached to the next message in its current version, once, without fetching anything', async () => {
    const chatId = await imported()
    const place = { workspaceId: WORKSPACE, chatId }
    const draft = { ...place, text: 'And now?', attach: [] }
    const forecast = await it.app.forecastTurn(draft)
    expect(forecast.offered).toEqual(['money/bills.md', 'old/tides.md', 'gone.md', 'many.md'])
    const { notices = [] } = await it.ask(chatId, 'And now?')
    expect(notices.map(noticeWords).join('\n')).toMatch(/as of today/)
    expect(notices.map(noticeWords).join('\n')).toMatch(/gone\.md/)
    expect(notices.map(noticeWords).join('\n')).toMatch(/https:\/\/ex\.com\/a.*nothing is fetched/)
    const request = await lastRequest(chatId)
    expect(request).toContain('Rent is due.')
    expect(request).toContain('High at noon.')
    expect((await it.app.openChat(place)).kept.map(({ key }) => key)).toEqual([
      'money/bills.md',
      'new/tides.md',
    ])
    expect((await it.app.forecastTurn(draft)).offered).toBeUndefined()
  })

  test('can be left out by the user, and stays named in the chat file', async () => {
    const chatId = await imported()
    const place = { workspaceId: WORKSPACE, chatId }
    await it.app.writeChatFiles()
    const { text } = await it.app.exportChat({ ...place, form: 'markdown' })
    expect(text).toContain('Notes: money/bills.md, old/tides.md, gone.md, many.md | URLs: https://ex.com/a')
    const leaveOut = ['money/bills.md', 'gone.md']
    const sent = await it.app.sendMessage({ ...place, text: 'And now?', attach: [], leaveOut })
    await collect(it.app, sent.answerId)
    const request = await lastRequest(chatId)
    expect(request).not.toContain('Rent is due.')
    expect(request).toContain('High at noon.')
  })

  test('its trace can be replayed, though its first turn was never planned here', async () => {
    const chatId = await imported()
    await it.ask(chatId, 'And now?')
    const lines: string[] = []
    for await (const line of (await it.app.exportTrace({ workspaceId: WORKSPACE, chatId })).lines)
      lines.push(line)
    expect(lines.map((line, at) => parseTraceLine(line, at + 1).kind)).toEqual(['turn', 'turn'])
  })

  test('asking an imported question again fetches none of its links', async () => {
    const chatId = await imported()
    const place = { workspaceId: WORKSPACE, chatId }
    const [turn] = (await it.app.openChat(place)).turns
    const { turnId } = await it.app.editMessage({
      ...place,
      turnId: turn?.id ?? '',
      text: 'Again?',
      modelId: 'scripted',
    })
    const stored = await it.store.turns.get({ workspaceId: WORKSPACE, id: turnId })
    expect(JSON.stringify(stored?.attach)).toContain('money/bills.md')
    expect(JSON.stringify(stored?.attach)).not.toContain('ex.com')
  })
})
