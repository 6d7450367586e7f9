import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chatFileIn, type ChatToReindex, chatToReindex } from '../testing/chat-to-reindex.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

let it: ChatToReindex

beforeEach(async () => {
  it = await chatToReindex()
})

afterEach(() => it.remove())

describe('missing parts', () => {
  test('without objects the turns are there, every gap is listed, and a new epoch says that it was rebuilt', async () => {
    await it.converse()
    await it.withReindexed(
      async (there, report) => {
        const { app, ask } = there
        const [file] = report.files
        const before = readFileSync(chatFileIn(there), 'utf8')
        expect(file).toMatchObject({ outcome: 'added', state: 'rebuilt', turns: 3 })
        expect(file?.gaps.join('\n')).toMatch(/plan\.md.*is not there/)
        expect(file?.gaps.join('\n')).toMatch(/paste.*is not there/)
        expect(file?.gaps.join('\n')).toMatch(/state beside the file is missing/)
        const [here, back] = [await it.app.openChat(it.place), await app.openChat(it.place)]
        expect(back.turns).toEqual(here.turns.map((turn) => ({ ...turn, attachments: expect.anything() })))
        // The newer version of the note is in the workspace.
        expect(back.kept.map(({ key }) => key)).toEqual(['plan.md'])
        expect((await ask(it.chatId, 'Go on.')).epochNote).toMatch(/rebuilt/i)
        expect((await ask(it.chatId, 'And on.')).epochNote).toBeUndefined()
        // The file names hashes that storage does not have: it stays, and the chat has a new one.
        await app.writeChatFiles()
        expect(readFileSync(join(there.root, file?.path ?? ''), 'utf8')).toBe(before)
        expect(readdirSync(there.chats).filter((name) => name.endsWith('.md'))).toHaveLength(2)
      },
      ({ chats }) => rmSync(join(chats, '.objects'), { recursive: true }),
    )
  })

  test('edited text in the file counts, and the file is not overwritten', async () => {
    await it.converse()
    await it.withReindexed(
      async (there, report) => {
        expect(report.files).toMatchObject([{ outcome: 'added', state: 'rebuilt' }])
        expect(report.files[0]?.problems.join()).toContain('question was changed')
        const { turns } = await there.app.openChat(it.place)
        expect(turns[1]?.text).toBe('And by now?')
        await there.ask(it.chatId, 'Go on.')
        const { request } = await there.app.inspectTurn({ ...it.place, turn: 4 })
        expect(request.flatMap(({ parts }) => parts).join()).toContain('And by now?')
        await there.app.writeChatFiles()
        expect(readFileSync(chatFileIn(there), 'utf8')).toContain('And by now?')
      },
      (there) => {
        const edited = readFileSync(chatFileIn(there), 'utf8').replace('And now?', 'And by now?')
        writeFileSync(chatFileIn(there), edited)
      },
    )
  })

  test('a changed object is ignored', async () => {
    await it.converse()
    await it.withReindexed(
      async (_, report) => expect(report.files[0]?.state).toBe('rebuilt'),
      ({ chats }) => {
        const folder = join(chats, '.objects')
        for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'changed')
      },
    )
  })
})

test('other files, copies, and plugin chats', async () => {
  await it.converse()
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
  await it.withReindexed(
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
      cpSync(chatFileIn(there), join(there.chats, 'copy.md'))
      mkdirSync(join(there.chats, 'deeper'))
      expect(existsSync(there.chats)).toBe(true)
    },
  )
})
