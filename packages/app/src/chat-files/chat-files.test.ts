import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseChatFile } from '@varve/workspace'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

let it: TemporaryApp
let chatId = ''

beforeEach(async () => {
  it = await temporaryApp([offlineChatModel()])
  it.write('plan.md', '# Plan\n\nThe launch is on 12 December.\n')
  chatId = (await it.app.createChat({ workspaceId: WORKSPACE })).id
})

afterEach(() => it.remove())

const folder = (): string => join(it.root, 'Varve/chats')
const names = (): readonly string[] =>
  existsSync(folder())
    ? readdirSync(folder())
        .filter((name) => name !== '.objects')
        .sort()
    : []
const read = (name = names()[0] ?? ''): string => readFileSync(join(folder(), name), 'utf8')
const objects = (): readonly string[] => readdirSync(join(folder(), '.objects'))
const objectTexts = (): readonly string[] =>
  objects().map((name) => readFileSync(join(folder(), '.objects', name), 'utf8'))
/** Versions and the trash. */
const keptContents = (): readonly string[] =>
  readdirSync(join(it.root, '../kept'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
const shown = () => it.app.openChat({ workspaceId: WORKSPACE, chatId })

describe('after an answer', () => {
  test('the chat is a note that people can read', async () => {
    await it.ask(chatId, 'When is the launch?', ['plan.md'])
    await it.app.writeChatFiles()
    expect(names()).toEqual([`When is the launch ${chatId.replaceAll('-', '').slice(-8)}.md`])
    expect((await shown()).file).toBe(`Varve/chats/${names()[0]}`)
    const visible = read()
      .replaceAll(chatId, 'ID')
      .replace(/<!-- varve:turn .*? -->/g, '<!-- … -->')
    expect(visible).toMatchInlineSnapshot(`
      "---
      varve: 1
      id: ID
      title: "When is the launch?"
      created: 2026-01-01T00:00:01Z
      model: offline
      tags: [varve-chat]
      ---

      **user**: When is the launch?
      [Context: Notes: plan.md]
      [Timestamp: 2026/01/01 00:00:02]

      **ai**: 1 passage from 1 note, quoted as it stands; no language model wrote this.

      > **Plan**
      >
      > The launch is on 12 December.[^1]
      [Timestamp: 2026/01/01 00:00:03]

      <!-- … -->
      "
    `)
  })

  test('the file holds every turn, and every hash that it names is in the workspace or beside it', async () => {
    it.write('plan.md', `# Plan\n\n${'The launch is on 12 December.\n'.repeat(10)}`)
    await it.ask(chatId, 'When?', ['plan.md', { kind: 'paste', content: 'pasted by hand' }] as never)
    await it.ask(chatId, 'And **why**?\n**user**: not me')
    await it.app.writeChatFiles()
    const { form, document, problems, gaps } = parseChatFile(read())
    expect({ form, problems, gaps }).toEqual({ form: 'varve', problems: [], gaps: [] })
    const turns = await it.store.turns.list(WORKSPACE, chatId)
    expect(document.turns.map(({ userText }) => userText)).toEqual(turns.map(({ text }) => text))
    expect(document.turns[0]?.attached.map(({ kind }) => kind)).toEqual(['note', 'paste'])
    for (const name of objects()) {
      const bytes = readFileSync(join(folder(), '.objects', name))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(name)
    }
    expect(objectTexts()).toContain('pasted by hand')
    // What the workspace can give back is not kept a second time.
    expect(objectTexts().filter((text) => text.includes('12 December.\n'))).toEqual([])
  })

  test('a note that was changed since leaves the version that was read beside the file', async () => {
    await it.ask(chatId, 'When?', ['plan.md'])
    it.write('plan.md', '# Plan\n\nThe launch is off, and nobody knows why it was ever on.\n')
    await it.ask(chatId, 'Still?')
    await it.app.writeChatFiles()
    expect(objectTexts()).toContain('# Plan\n\nThe launch is on 12 December.\n')
  })

  test('one state is kept, not one for each turn, and no version of our own file', async () => {
    for (const text of ['One?', 'Two?', 'Three?']) {
      await it.ask(chatId, text)
      await it.app.writeChatFiles()
    }
    expect(objectTexts().filter((text) => text.startsWith('{"version":1,"root"'))).toHaveLength(1)
    expect(names()).toHaveLength(1)
    expect(keptContents().filter((text) => text.startsWith('---\nvarve: 1'))).toEqual([])
  })

  test('nothing is written for a chat without a turn', async () => {
    await it.app.writeChatFiles()
    expect(names()).toEqual([])
  })
})

describe('a change of the chat', () => {
  test('a new title goes into the file, whose name stays', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    const before = names()
    await it.app.renameChat({ workspaceId: WORKSPACE, chatId, title: 'Launch: "when"?' })
    await it.app.writeChatFiles()
    expect(names()).toEqual(before)
    expect(parseChatFile(read()).document.title).toBe('Launch: "when"?')
  })

  test('a deleted chat has its file in the trash', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    const text = read()
    await it.app.deleteChat({ workspaceId: WORKSPACE, chatId })
    await it.app.writeChatFiles()
    expect(names()).toEqual([])
    expect(keptContents()).toContain(text)
  })

  test('switched off, nothing is written; switched on again, what was missed is', async () => {
    const off = { workspaceId: WORKSPACE, settings: { chatFiles: 'off' } } as const
    expect(await it.app.setWorkspaceSettings(off)).toEqual({ chatFiles: 'off' })
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    expect(names()).toEqual([])
    expect((await it.app.showWorkspace({ workspaceId: WORKSPACE })).settings).toEqual({ chatFiles: 'off' })
    await it.app.setWorkspaceSettings({ workspaceId: WORKSPACE, settings: { chatFiles: 'on' } })
    await it.app.writeChatFiles()
    expect(names()).toHaveLength(1)
  })
})

describe('an outside edit', () => {
  test('is never overwritten: both are kept, and the user is told', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    const [first = ''] = names()
    const edited = `${read()}\nMy own remark.\n`
    writeFileSync(join(folder(), first), edited)
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(names()).toHaveLength(2)
    expect(read(first)).toBe(edited)
    const second = names().find((name) => name !== first) ?? ''
    expect(parseChatFile(read(second)).document.turns).toHaveLength(2)
    expect((await shown()).notices?.[0]).toContain(`Varve/chats/${first}`)
    expect(it.reports.join()).toContain('changed outside of Varve')
    // The chat goes on in its new file, and the notice has been seen.
    await it.ask(chatId, 'Once more?')
    await it.app.writeChatFiles()
    expect(names()).toHaveLength(2)
    expect(parseChatFile(read(second)).document.turns).toHaveLength(3)
    expect((await shown()).notices).toBeUndefined()
  })

  test('a file that was renamed is followed, also into the trash; one that was changed as well is left and told of', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    renameSync(join(folder(), names()[0] ?? ''), join(folder(), 'Launch.md'))
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(names()).toEqual(['Launch.md'])
    expect(parseChatFile(read()).document.turns).toHaveLength(2)
    expect(await shown()).toMatchObject({ file: 'Varve/chats/Launch.md' })
    expect((await shown()).notices).toBeUndefined()
    const edited = `${read()}\nMy own remark.\n`
    renameSync(join(folder(), 'Launch.md'), join(folder(), 'Mine.md'))
    writeFileSync(join(folder(), 'Mine.md'), edited)
    await it.ask(chatId, 'Once more?')
    await it.app.writeChatFiles()
    expect(names()).toHaveLength(2)
    expect(read('Mine.md')).toBe(edited)
    expect((await shown()).notices?.[0]).toContain('Varve/chats/Mine.md')
    const own = names().find((name) => name !== 'Mine.md') ?? ''
    renameSync(join(folder(), own), join(folder(), 'Old.md'))
    await it.app.deleteChat({ workspaceId: WORKSPACE, chatId })
    await it.app.writeChatFiles()
    expect(names()).toEqual(['Mine.md'])
  })

  test('a file that was deleted is written again and told of, one of somebody else by that name is not touched', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    const [name = ''] = names()
    renameSync(join(folder(), name), join(it.root, 'moved.md'))
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(names()).toEqual([name])
    expect((await shown()).notices?.[0]).toContain('moved away or deleted')
    const other = await it.app.createChat({ workspaceId: WORKSPACE })
    const taken = `Mine ${other.id.replaceAll('-', '').slice(-8)}.md`
    it.write(`Varve/chats/${taken}`, 'not a chat')
    await it.ask(other.id, 'Mine')
    await it.app.writeChatFiles()
    expect(read(taken)).toBe('not a chat')
    expect(names()).toContain(taken.replace('.md', ' 2.md'))
  })
})

describe('what goes wrong', () => {
  test('a folder that is gone fails no answer, is told, and is caught up with at the next change', async () => {
    const aside = `${it.root}-aside`
    renameSync(it.root, aside)
    const turn = await it.ask(chatId, 'Are you there?')
    expect(turn.answer.status).toBe('complete')
    await it.app.writeChatFiles()
    expect((await shown()).notices?.[0]).toContain('will be written later')
    expect(it.reports.join()).toContain('will be tried again')
    renameSync(aside, it.root)
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(parseChatFile(read()).document.turns).toHaveLength(2)
    expect((await shown()).notices).toBeUndefined()
  })

  // An administrator may write everywhere.
  test.skipIf(process.getuid?.() === 0)('a folder that cannot be written to', async () => {
    mkdirSync(folder(), { recursive: true })
    chmodSync(folder(), 0o500)
    expect((await it.ask(chatId, 'When?')).answer.status).toBe('complete')
    await it.app.writeChatFiles()
    expect((await shown()).notices?.[0]).toContain('cannot be written')
    chmodSync(folder(), 0o700)
  })

  test('a file where the folder should be is left alone', async () => {
    it.write('Varve/chats', 'mine')
    expect((await it.ask(chatId, 'When?')).answer.status).toBe('complete')
    await it.app.writeChatFiles()
    expect(readFileSync(join(it.root, 'Varve/chats'), 'utf8')).toBe('mine')
    expect((await shown()).notices).toHaveLength(1)
  })

  test('what was not written when the program ended is written at the next start', async () => {
    const aside = `${it.root}-aside`
    renameSync(it.root, aside)
    await it.ask(chatId, 'When?')
    await it.app.close()
    renameSync(aside, it.root)
    expect(names()).toEqual([])
    it = await it.reopen()
    await it.app.writeChatFiles()
    expect(parseChatFile(read()).document.turns).toHaveLength(1)
  })

  test('a write that was cut off before it was noted is ours all the same', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    const next = `${read()}\n`
    const hash = createHash('sha256').update(next).digest('hex')
    const [name = ''] = names()
    const place = { workspaceId: WORKSPACE, conversationId: chatId }
    await it.store.commit([it.store.chatFiles.begin({ ...place, path: `Varve/chats/${name}`, next: hash })])
    writeFileSync(join(folder(), name), next)
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(names()).toEqual([name])
    expect((await shown()).notices).toBeUndefined()
  })
})

test('an answer that was stopped, and one that failed, are in the file as what they are', async () => {
  const model = scriptedModel()
  await it.remove()
  it = await temporaryApp([model])
  chatId = (await it.app.createChat({ workspaceId: WORKSPACE })).id
  const send = (text: string) => it.app.sendMessage({ workspaceId: WORKSPACE, chatId, text, attach: [] })
  const { answerId } = await send('One?')
  model.say('Half of ')
  await expect.poll(async () => (await shown()).turns[0]?.answer.text).toBe('Half of ')
  await it.app.writeChatFiles()
  expect(names()).toEqual([])
  await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
  await send('Two?')
  model.fail(new Error('broken'))
  await expect.poll(async () => (await shown()).answering).toBe(false)
  await it.app.writeChatFiles()
  const { turns } = parseChatFile(read()).document
  expect(turns.map(({ answers }) => answers[0]?.status)).toEqual(['stopped', 'failed'])
  expect(turns[0]?.answers[0]?.text).toBe('Half of ')
  expect(turns[1]?.answers[0]?.error).toMatchObject({ message: 'broken' })
})

describe('a chat that is deleted for good', () => {
  const everything = (): string => [...keptContents(), ...objectTexts(), ...names().map(read)].join('\n')
  const place = () => ({ workspaceId: WORKSPACE, chatId })

  test('right after it was deleted leaves no note, and reading the files again does not bring it back', async () => {
    await it.ask(chatId, 'Where does the heron nest?')
    await it.app.writeChatFiles()
    expect(names()).toHaveLength(1)
    await it.app.deleteChat(place())
    await it.app.eraseChat(place())
    expect(names()).toEqual([])
    await it.app.writeChatFiles()
    expect(names()).toEqual([])
    await it.app.reindexChats({ workspaceId: WORKSPACE })
    expect(await it.app.listChats({ workspaceId: WORKSPACE })).toEqual([])
  })

  test('leaves no note where it was not written yet, and none where files of chats are off by now', async () => {
    await it.ask(chatId, 'Where does the heron nest?')
    await it.app.deleteChat(place())
    await it.app.eraseChat(place())
    await it.app.writeChatFiles()
    expect(names()).toEqual([])
    chatId = (await it.app.createChat({ workspaceId: WORKSPACE })).id
    await it.ask(chatId, 'And the stork?')
    await it.app.writeChatFiles()
    await it.app.setWorkspaceSettings({ workspaceId: WORKSPACE, settings: { chatFiles: 'off' } })
    await it.app.deleteChat(place())
    await it.app.writeChatFiles()
    expect(names()).toHaveLength(1)
    await it.app.eraseChat(place())
    expect(names()).toEqual([])
  })

  test('is not in the trash of files, in no version, and in no object; what others have stays', async () => {
    const other = (await it.app.createChat({ workspaceId: WORKSPACE })).id
    it.write('changing.md', `# Heron\n\n${'The heron is a secret. '.repeat(20)}`)
    it.write('shared.md', `# Stork\n\n${'The stork is known to both. '.repeat(20)}`)
    await it.ask(chatId, 'Where does the heron nest?', ['changing.md', 'shared.md'])
    await it.ask(other, 'And the stork?', ['shared.md'])
    await it.app.writeChatFiles()
    it.write('changing.md', 'Something else.')
    it.write('shared.md', 'Something else.')
    await it.ask(chatId, 'And now?', ['changing.md'])
    await it.ask(other, 'And now?', ['shared.md'])
    await it.app.writeChatFiles()
    expect(everything()).toContain('heron')
    const before = read(names().find((name) => name.startsWith('And the stork')))
    await it.app.deleteChat(place())
    await it.app.writeChatFiles()
    expect(await it.app.listTrash({ workspaceId: WORKSPACE })).toHaveLength(1)
    await it.app.eraseChat(place())
    expect(await it.app.listTrash({ workspaceId: WORKSPACE })).toEqual([])
    expect(everything()).not.toContain('heron')
    expect(everything()).not.toContain(chatId)
    expect(objectTexts().join()).toContain('The stork is known to both.')
    expect(names().map(read)).toEqual([before])
    const known = objects().length
    await it.app.deleteChat({ workspaceId: WORKSPACE, chatId: other })
    await it.app.eraseChat({ workspaceId: WORKSPACE, chatId: other })
    expect(known).toBeGreaterThan(0)
    expect(objects()).toEqual([])
  })
})

describe('how far a chat file may travel', () => {
  const marked = (): readonly string[] =>
    read()
      .split('\n')
      .filter((line) => line.endsWith(': true'))

  test('a chat carries the mark of what it drew on, and loses it where that is open again', async () => {
    it.write('Varve/workspace.json', '{"localOnly":["pay"],"private":["secret"]}')
    it.write('secret/diary.md', 'The launch is a secret.')
    it.write('pay/salaries.md', 'Ada earns enough.')
    await it.ask(chatId, 'What is in it?', ['plan.md'])
    await it.app.writeChatFiles()
    expect(marked()).toEqual([])
    await it.ask(chatId, 'And here?', ['pay/salaries.md'])
    await it.app.writeChatFiles()
    expect(marked()).toEqual(['local-only: true'])
    await it.ask(chatId, 'And here?', ['secret/diary.md'])
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(marked()).toEqual(['private: true'])
    it.write('Varve/workspace.json', '{}')
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(marked()).toEqual([])
    expect(names()).toHaveLength(1)
  })

  test('so does a chat that was given another chat, or the file of one', async () => {
    it.write('mine.md', '---\nprivate: true\n---\nThe launch is a secret.')
    await it.ask(chatId, 'What is in it?', ['mine.md'])
    await it.app.writeChatFiles()
    const [first = ''] = names()
    for (const attach of [`chat:${chatId}`, `Varve/chats/${first}`]) {
      const { id } = await it.app.createChat({ workspaceId: WORKSPACE })
      await it.ask(id, 'What was it?', [attach])
      await it.app.writeChatFiles()
      const { file = '' } = await it.app.openChat({ workspaceId: WORKSPACE, chatId: id })
      expect(parseChatFile(readFileSync(join(it.root, file), 'utf8')).document.privacy).toBe('private')
    }
  })

  test('reading the files again marks one that was written before its note was marked', async () => {
    await it.ask(chatId, 'When is the launch?', ['plan.md'])
    await it.app.writeChatFiles()
    it.write('Varve/workspace.json', '{"private":["plan.md"]}')
    const report = await it.app.reindexChats({ workspaceId: WORKSPACE })
    expect(report.files).toMatchObject([{ outcome: 'known' }])
    await it.app.writeChatFiles()
    expect(marked()).toEqual(['private: true'])
    expect(names()).toHaveLength(1)
  })
})
