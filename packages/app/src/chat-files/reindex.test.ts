import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@varve/store'
import { parseChatFile } from '@varve/workspace'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../create-app.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import {
  collect,
  lastTurn,
  type TemporaryApp,
  temporaryApp,
  temporaryFolders,
  WORKSPACE,
} from '../testing/temporary-app.ts'
import type { ReindexReport } from './reindex-chats.ts'

let it: TemporaryApp
let chatId = ''
let base = ''

beforeEach(async () => {
  it = await temporaryApp([offlineChatModel()])
  it.write('plan.md', `# Plan\n\n${'The launch is on 12 December.\n'.repeat(12)}`)
  it.write('other.md', 'Nothing here.')
  chatId = (await it.app.createChat({ workspaceId: WORKSPACE })).id
  base = mkdtempSync(join(tmpdir(), 'varve-reindex-'))
})

afterEach(async () => {
  await it.remove()
  rmSync(base, { recursive: true, force: true })
})

/** Three turns: a note and a paste, the note edited, and a question by itself. */
async function converse(): Promise<void> {
  await it.ask(chatId, 'When is the launch?', ['plan.md', { kind: 'paste', content: 'by hand\r\n' }] as never)
  it.write('plan.md', `# Plan\n\n${'The launch is on 15 January.\n'.repeat(12)}`)
  await it.ask(chatId, 'And now?', ['plan.md'])
  await it.ask(chatId, '**user**: who is this?\n[Timestamp: 2026/01/01 00:00:00]')
  await it.app.writeChatFiles()
}

/** The folder as it is, with an empty database beside it. */
async function elsewhere() {
  const root = join(base, 'vault')
  cpSync(it.root, root, { recursive: true })
  const store = await openStore({ path: join(base, 'varve.db'), now: 0 })
  await store.commit([
    store.workspaces.insert({ id: WORKSPACE, name: 'Vault', kind: 'folder', root, createdAt: 0 }),
  ])
  let time = Date.UTC(2026, 0, 2)
  const reports: string[] = []
  const app = createApp({
    clock: { now: () => (time += 1000) },
    newId: randomUUID,
    store,
    models: [offlineChatModel()],
    openFolder: temporaryFolders(base),
    report: (message) => reports.push(message),
  })
  const ask = async (id: string, text: string) => {
    const { answerId } = await app.sendMessage({ workspaceId: WORKSPACE, chatId: id, text, attach: [] })
    return lastTurn(await collect(app, answerId))
  }
  return { root, app, store, ask, chats: join(root, 'Varve/chats') }
}

type Elsewhere = Awaited<ReturnType<typeof elsewhere>>

async function withReindexed(
  act: (there: Elsewhere, report: ReindexReport) => Promise<void>,
  before: (there: Elsewhere) => void = () => undefined,
): Promise<void> {
  const there = await elsewhere()
  try {
    before(there)
    await act(there, await there.app.reindexChats({ workspaceId: WORKSPACE }))
  } finally {
    await there.app.close()
  }
}

const fileIn = ({ chats }: Elsewhere): string =>
  join(chats, readdirSync(chats).find((name) => name.endsWith('.md')) ?? '')
const place = () => ({ workspaceId: WORKSPACE, chatId })

describe('from the file and its objects', () => {
  test.each([
    ['exact', () => undefined],
    ['rebuilt', ({ chats }: Elsewhere) => rmSync(join(chats, '.objects'), { recursive: true })],
  ] as const)('[L4-1] a template that was filled in goes on as it was sent: %s', async (state, before) => {
    const content = 'Say in French: {{text}}\n'
    await it.app.writeDefinition({ workspaceId: WORKSPACE, kind: 'template', id: 'french', content })
    await it.ask(chatId, '/french Good morning')
    await it.app.writeChatFiles()
    await withReindexed(async ({ app, ask }, report) => {
      expect(report.files).toMatchObject([{ outcome: 'added', state }])
      expect((await app.openChat(place())).turns[0]?.text).toBe('/french Good morning')
      await ask(chatId, 'Thanks.')
      const { request } = await app.inspectTurn({ ...place(), turn: 2 })
      expect(JSON.stringify(request)).toContain('Say in French: Good morning')
    }, before)
  })

  test('[E-4] turns, answers, usage and settings come back, and the next request is the same to the byte', async () => {
    await it.app.setChatSettings({ ...place(), settings: { temperature: 0.5 } })
    await converse()
    await withReindexed(async ({ app, ask }, report) => {
      expect(report.files).toMatchObject([
        { outcome: 'added', chatId, turns: 3, state: 'exact', gaps: [], problems: [] },
      ])
      const [here, there] = [await it.app.openChat(place()), await app.openChat(place())]
      expect(there).toEqual(here)
      const source = { ...place(), turn: 1, path: 'plan.md' }
      expect((await app.readSource(source)).content).toContain('12 December')
      await it.ask(chatId, 'What did I ask first?')
      await ask(chatId, 'What did I ask first?')
      const inspect = { ...place(), turn: 4 }
      const [mine, theirs] = [await it.app.inspectTurn(inspect), await app.inspectTurn(inspect)]
      expect(theirs.request).toEqual(mine.request)
      expect(theirs.epoch).toEqual(mine.epoch)
      expect(theirs.contentHash).toBe(mine.contentHash)
    })
  })

  test('the chat goes on in the same file; reading it again changes nothing', async () => {
    await converse()
    await withReindexed(async (there) => {
      const { app, ask, chats } = there
      const before = readFileSync(fileIn(there), 'utf8')
      await app.writeChatFiles()
      expect(readFileSync(fileIn(there), 'utf8')).toBe(before)
      const again = await app.reindexChats({ workspaceId: WORKSPACE, force: true })
      expect(again.files).toMatchObject([{ outcome: 'known' }])
      await ask(chatId, 'Go on.')
      await app.writeChatFiles()
      expect(readdirSync(chats).filter((name) => name.endsWith('.md'))).toHaveLength(1)
      expect(await app.listChats({ workspaceId: WORKSPACE })).toHaveLength(1)
    })
  })

  test('a chat that was pinned, put away and tagged is so again; a plain one says nothing of it', async () => {
    await converse()
    const file = join(it.root, 'Varve/chats', readdirSync(join(it.root, 'Varve/chats')).sort().at(-1) ?? '')
    const plain = readFileSync(file, 'utf8')
    expect(plain).not.toMatch(/^(pinned|archived):/m)
    // The tag that every chat file has is not a second one where a user sets it as well.
    const tags = ['launch', '#varve-chat']
    await it.app.arrangeChat({ ...place(), pinned: true, archived: true, tags })
    await it.app.writeChatFiles()
    expect(readFileSync(file, 'utf8')).toMatch(
      /^pinned: .*Z\narchived: .*Z\ntags: \[varve-chat, launch\]\n---$/m,
    )
    await withReindexed(async (there, report) => {
      expect(report.files).toMatchObject([{ outcome: 'added', state: 'exact', problems: [] }])
      const archived = { workspaceId: WORKSPACE, among: 'archived' } as const
      const [chat] = await there.app.listChats(archived)
      expect(chat).toMatchObject({ id: chatId, pinned: true, archived: true, tags: ['launch'] })
      expect(await there.app.listChats(archived)).toEqual(await it.app.listChats(archived))
      await there.ask(chatId, 'Go on.')
      await there.app.writeChatFiles()
      expect(readdirSync(there.chats).filter((name) => name.endsWith('.md'))).toHaveLength(1)
    })
    await it.app.arrangeChat({ ...place(), pinned: false, archived: false, tags: [] })
    await it.app.writeChatFiles()
    expect(readFileSync(file, 'utf8')).toBe(plain)
  })

  test('the tag of every chat file that an older version stored for a user comes back once', async () => {
    await it.ask(chatId, 'When?')
    await it.store.commit([
      it.store.conversations.tag({ workspaceId: WORKSPACE, id: chatId, tags: ['varve-chat', 'launch'] }),
    ])
    await it.app.renameChat({ ...place(), title: 'Launch' })
    await it.app.writeChatFiles()
    await withReindexed(async (there) => {
      await there.ask(chatId, 'Go on.')
      await there.app.writeChatFiles()
      expect(readFileSync(fileIn(there), 'utf8')).toContain('\ntags: [varve-chat, launch]\n')
      expect(readdirSync(there.chats).filter((name) => name.endsWith('.md'))).toHaveLength(1)
    })
  })

  test('while an answer is being written, the file holds what was before it, and its state', async () => {
    const model = scriptedModel()
    await it.remove()
    it = await temporaryApp([model])
    chatId = (await it.app.createChat({ workspaceId: WORKSPACE })).id
    const send = (text: string) => it.app.sendMessage({ ...place(), text, attach: [] })
    const { answerId } = await send('One?')
    model.say('First.')
    model.end()
    await collect(it.app, answerId)
    const before = await it.app.openChat(place())
    const second = await send('Two?')
    model.say('Sec')
    await it.app.writeChatFiles()
    await withReindexed(async ({ app }, report) => {
      expect(report.files).toMatchObject([{ outcome: 'added', turns: 1, state: 'exact', gaps: [] }])
      expect((await app.openChat(place())).turns).toEqual(before.turns)
    })
    model.say('ond.')
    model.end()
    await collect(it.app, second.answerId)
    await it.app.writeChatFiles()
    rmSync(base, { recursive: true, force: true })
    mkdirSync(base)
    await withReindexed(async ({ app }, report) => {
      expect(report.files).toMatchObject([{ outcome: 'added', turns: 2, state: 'exact', gaps: [] }])
      expect((await app.openChat(place())).turns[1]?.answer.text).toBe('Second.')
    })
  })

  test('another answer to a question that has one leaves that one in the file', async () => {
    const model = scriptedModel()
    await it.remove()
    it = await temporaryApp([model])
    chatId = (await it.app.createChat({ workspaceId: WORKSPACE })).id
    const { answerId } = await it.app.sendMessage({ ...place(), text: 'One?', attach: [] })
    model.say('First.')
    model.end()
    const turnId = lastTurn(await collect(it.app, answerId)).id
    const again = await it.app.regenerateAnswer({ ...place(), turnId })
    await it.app.writeChatFiles()
    const folder = join(it.root, 'Varve/chats')
    const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.md')) ?? '')
    expect(parseChatFile(readFileSync(file, 'utf8')).document.turns).toMatchObject([
      { answers: [{ id: answerId, text: 'First.', status: 'complete', chosen: true }] },
    ])
    await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId: again.answerId })
  })

  test('a forget that no turn has carried out yet is still to come', async () => {
    await converse()
    await it.app.forgetArtifact({ ...place(), key: 'plan.md' })
    await it.app.writeChatFiles()
    await withReindexed(async ({ app }) => {
      expect((await app.openChat(place())).forgotten?.map(({ key }) => key)).toEqual(['plan.md'])
    })
  })
})

describe('where something is missing', () => {
  test('without objects the turns are there, every gap is listed, and a new epoch says that it was rebuilt', async () => {
    await converse()
    await withReindexed(
      async (there, report) => {
        const { app, ask } = there
        const [file] = report.files
        const before = readFileSync(fileIn(there), 'utf8')
        expect(file).toMatchObject({ outcome: 'added', state: 'rebuilt', turns: 3 })
        expect(file?.gaps.join('\n')).toMatch(/plan\.md.*is not there/)
        expect(file?.gaps.join('\n')).toMatch(/paste.*is not there/)
        expect(file?.gaps.join('\n')).toMatch(/state beside the file is missing/)
        const [here, back] = [await it.app.openChat(place()), await app.openChat(place())]
        expect(back.turns).toEqual(here.turns.map((turn) => ({ ...turn, attachments: expect.anything() })))
        // The newer version of the note is in the workspace.
        expect(back.kept.map(({ key }) => key)).toEqual(['plan.md'])
        expect((await ask(chatId, 'Go on.')).epochNote).toMatch(/rebuilt/i)
        expect((await ask(chatId, 'And on.')).epochNote).toBeUndefined()
        // The file names hashes that storage does not have: it stays, and the chat has a new one.
        await app.writeChatFiles()
        expect(readFileSync(join(there.root, file?.path ?? ''), 'utf8')).toBe(before)
        expect(readdirSync(there.chats).filter((name) => name.endsWith('.md'))).toHaveLength(2)
      },
      ({ chats }) => rmSync(join(chats, '.objects'), { recursive: true }),
    )
  })

  test('a text that was edited in the file counts, and the file is not written over', async () => {
    await converse()
    await withReindexed(
      async (there, report) => {
        expect(report.files).toMatchObject([{ outcome: 'added', state: 'rebuilt' }])
        expect(report.files[0]?.problems.join()).toContain('question was changed')
        const { turns } = await there.app.openChat(place())
        expect(turns[1]?.text).toBe('And by now?')
        await there.ask(chatId, 'Go on.')
        const { request } = await there.app.inspectTurn({ ...place(), turn: 4 })
        expect(request.flatMap(({ parts }) => parts).join()).toContain('And by now?')
        await there.app.writeChatFiles()
        expect(readFileSync(fileIn(there), 'utf8')).toContain('And by now?')
      },
      (there) => {
        const edited = readFileSync(fileIn(there), 'utf8').replace('And now?', 'And by now?')
        writeFileSync(fileIn(there), edited)
      },
    )
  })

  test('an object that was changed is no object', async () => {
    await converse()
    await withReindexed(
      async (_, report) => expect(report.files[0]?.state).toBe('rebuilt'),
      ({ chats }) => {
        const folder = join(chats, '.objects')
        for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'changed')
      },
    )
  })
})

describe('known chats', () => {
  test('are left alone; a longer file is taken when asked', async () => {
    await converse()
    const there = await elsewhere()
    try {
      const [file] = (await there.app.reindexChats({ workspaceId: WORKSPACE })).files
      expect(file?.outcome).toBe('added')
      await it.ask(chatId, 'A fourth?')
      await it.app.writeChatFiles()
      cpSync(join(it.root, 'Varve'), join(there.root, 'Varve'), { recursive: true })
      expect((await there.app.reindexChats({ workspaceId: WORKSPACE })).files).toMatchObject([
        { outcome: 'changed' },
      ])
      expect((await there.app.openChat(place())).turns).toHaveLength(3)
      const forced = await there.app.reindexChats({ workspaceId: WORKSPACE, force: true })
      expect(forced.files).toMatchObject([{ outcome: 'extended', state: 'exact' }])
      expect(await there.app.openChat(place())).toEqual(await it.app.openChat(place()))
    } finally {
      await there.app.close()
    }
  })

  test('a file with other words is left alone, or becomes a chat of its own when asked', async () => {
    await converse()
    await withReindexed(async (there) => {
      const edited = readFileSync(fileIn(there), 'utf8').replace('And now?', 'And by now?')
      writeFileSync(fileIn(there), edited)
      const { app } = there
      const first = await app.reindexChats({ workspaceId: WORKSPACE })
      expect(first.files).toMatchObject([{ outcome: 'changed' }])
      const forced = await app.reindexChats({ workspaceId: WORKSPACE, force: true })
      expect(forced.files).toMatchObject([{ outcome: 'copied' }])
      expect((await app.openChat(place())).turns[1]?.text).toBe('And now?')
      const copy = await app.openChat({ workspaceId: WORKSPACE, chatId: forced.files[0]?.chatId ?? '' })
      expect(copy.turns[1]?.text).toBe('And by now?')
    })
  })
})

test('files that are no chats, copies, and chats of the plugin', async () => {
  await converse()
  const plugin = [
    '---',
    'epoch: 1767225600000',
    'modelKey: gpt-4|openai',
    'topic: Old talk',
    'tags:',
    '  - copilot-conversation',
    '---',
    '',
    '**user**: Hello [[plan]]',
    '[Context: Notes: plan.md]',
    '[Timestamp: 2026/01/01 00:00:00]',
    '',
    '**ai**: Hi.',
    '[Timestamp: 2026/01/01 00:00:05]',
    '',
  ].join('\n')
  await withReindexed(
    async ({ app }, report) => {
      expect(report.files.map(({ path, outcome }) => [path.replace(/.*\//, ''), outcome])).toEqual(
        expect.arrayContaining([
          ['bytes.md', 'unreadable'],
          ['copy.md', expect.stringMatching(/added|duplicate/)],
          ['note.md', 'not-a-chat'],
          ['plugin.md', 'added'],
        ]),
      )
      const chats = await app.listChats({ workspaceId: WORKSPACE })
      expect(chats.map(({ title }) => title).sort()).toEqual(['Old talk', 'When is the launch?'])
      const old = chats.find(({ title }) => title === 'Old talk')
      const { turns } = await app.openChat({ workspaceId: WORKSPACE, chatId: old?.id ?? '' })
      expect(turns).toMatchObject([{ text: 'Hello [[plan]]', answer: { text: 'Hi.', status: 'complete' } }])
      const gaps = report.files.find(({ path }) => path.endsWith('plugin.md'))?.gaps ?? []
      expect(gaps.join('\n')).toContain('Which model gave which answer')
    },
    (there) => {
      writeFileSync(join(there.chats, 'plugin.md'), plugin)
      writeFileSync(join(there.chats, 'note.md'), '# Just a note')
      writeFileSync(join(there.chats, 'bytes.md'), Buffer.from([0xff, 0xfe, 0x00]))
      cpSync(fileIn(there), join(there.chats, 'copy.md'))
      mkdirSync(join(there.chats, 'deeper'))
      expect(existsSync(there.chats)).toBe(true)
    },
  )
})
