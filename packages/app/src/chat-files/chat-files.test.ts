import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseChatFile } from '@varve/workspace'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChatFolder } from '../testing/chat-folder.ts'
import { chatInFolder } from '../testing/chat-in-folder.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { type TemporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

let it: TemporaryApp
let chats: ChatFolder
let chatId = ''

beforeEach(async () => {
  ;({ it, chats, chatId } = await chatInFolder())
})

afterEach(() => it.remove())

const shown = () => it.app.openChat({ workspaceId: WORKSPACE, chatId })

describe('after an answer', () => {
  test('the chat is a readable note', async () => {
    await it.ask(chatId, 'When is the launch?', ['plan.md'])
    await it.app.writeChatFiles()
    expect(chats.names()).toEqual([`When is the launch ${chatId.replaceAll('-', '').slice(-8)}.md`])
    expect((await shown()).file).toBe(`Varve/chats/${chats.names()[0]}`)
    const visible = chats
      .read()
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

      **ai**: 1 passage from 1 note, quoted word for word; no language model wrote this.

      > **Plan**
      >
      > The launch is on 12 December.[^1]
      [Timestamp: 2026/01/01 00:00:03]
      *Answered by Offline*

      <!-- … -->
      "
    `)
  })

  test('the file holds every turn, and every hash it names can be found', async () => {
    it.write('plan.md', `# Plan\n\n${'The launch is on 12 December.\n'.repeat(10)}`)
    await it.ask(chatId, 'When?', ['plan.md', { kind: 'paste', content: 'pasted by hand' }] as never)
    await it.ask(chatId, 'And **why**?\n**user**: not me')
    await it.app.writeChatFiles()
    const { form, document, problems, gaps } = parseChatFile(chats.read())
    expect({ form, problems, gaps }).toEqual({ form: 'varve', problems: [], gaps: [] })
    const turns = await it.store.turns.list(WORKSPACE, chatId)
    expect(document.turns.map(({ userText }) => userText)).toEqual(turns.map(({ text }) => text))
    expect(document.turns[0]?.attached.map(({ kind }) => kind)).toEqual(['note', 'paste'])
    for (const name of chats.objects()) {
      const bytes = readFileSync(join(chats.path, '.objects', name))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(name)
    }
    expect(chats.objectTexts()).toContain('pasted by hand')
    // What the workspace can give back is not kept a second time.
    expect(chats.objectTexts().filter((text) => text.includes('12 December.\n'))).toEqual([])
  })

  test('the version that was read is kept beside the file when a note changes', async () => {
    await it.ask(chatId, 'When?', ['plan.md'])
    it.write('plan.md', '# Plan\n\nThe launch is off, and nobody knows why it was ever on.\n')
    await it.ask(chatId, 'Still?')
    await it.app.writeChatFiles()
    expect(chats.objectTexts()).toContain('# Plan\n\nThe launch is on 12 December.\n')
  })

  test('keeps one state, not one per turn, and no version of our own file', async () => {
    for (const text of ['One?', 'Two?', 'Three?']) {
      await it.ask(chatId, text)
      await it.app.writeChatFiles()
    }
    expect(chats.objectTexts().filter((text) => text.startsWith('{"version":1,"root"'))).toHaveLength(1)
    expect(chats.names()).toHaveLength(1)
    expect(chats.keptContents().filter((text) => text.startsWith('---\nvarve: 1'))).toEqual([])
  })

  test('writes nothing for an empty chat', async () => {
    await it.app.writeChatFiles()
    expect(chats.names()).toEqual([])
  })
})

describe('a changed chat', () => {
  test('a new title goes into the file, and the file name stays', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    const before = chats.names()
    await it.app.arrangeChat({ workspaceId: WORKSPACE, chatId, title: 'Launch: "when"?' })
    await it.app.writeChatFiles()
    expect(chats.names()).toEqual(before)
    expect(parseChatFile(chats.read()).document.title).toBe('Launch: "when"?')
  })

  test('a deleted chat moves its file to the trash', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    const text = chats.read()
    await it.app.deleteChat({ workspaceId: WORKSPACE, chatId })
    await it.app.writeChatFiles()
    expect(chats.names()).toEqual([])
    expect(chats.keptContents()).toContain(text)
  })

  test('its note is not listed among the workspace files or recent changes', async () => {
    const place = { workspaceId: WORKSPACE }
    await it.ask(chatId, 'When is the launch?')
    await it.app.writeChatFiles()
    await it.app.controlIndex({ ...place, action: 'refresh' })
    await expect
      .poll(() => it.app.showWorkspace(place))
      .toMatchObject({
        fileCount: 1,
        index: { state: 'ready', filesTotal: 2 },
      })
    expect(await it.app.listRecentFiles(place)).toMatchObject([{ path: 'plan.md' }])
    it = await it.reopen()
    await expect.poll(async () => (await it.app.showWorkspace(place)).fileCount).toBe(1)
  })

  test('switched off, nothing is written; switched on again, it catches up', async () => {
    const off = { workspaceId: WORKSPACE, settings: { chatFiles: 'off' } } as const
    expect(await it.app.setWorkspaceSettings(off)).toMatchObject({ chatFiles: 'off' })
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    expect(chats.names()).toEqual([])
    expect((await it.app.showWorkspace({ workspaceId: WORKSPACE })).settings).toMatchObject({
      chatFiles: 'off',
    })
    await it.app.setWorkspaceSettings({ workspaceId: WORKSPACE, settings: { chatFiles: 'on' } })
    await it.app.writeChatFiles()
    expect(chats.names()).toHaveLength(1)
  })
})

test('stopped and failed answers are in the file as such', async () => {
  const model = scriptedModel()
  await it.remove()
  ;({ it, chats, chatId } = await chatInFolder(model))
  const send = (text: string) => it.app.sendMessage({ workspaceId: WORKSPACE, chatId, text, attach: [] })
  const { answerId } = await send('One?')
  model.say('Half of ')
  await expect.poll(async () => (await shown()).turns[0]?.answer.text).toBe('Half of ')
  await it.app.writeChatFiles()
  expect(chats.names()).toEqual([])
  await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
  await send('Two?')
  model.fail(new Error('broken'))
  await expect.poll(async () => (await shown()).answering).toBe(false)
  await it.app.writeChatFiles()
  const { turns } = parseChatFile(chats.read()).document
  expect(turns.map(({ answers }) => answers[0]?.status)).toEqual(['stopped', 'failed'])
  expect(turns[0]?.answers[0]?.text).toBe('Half of ')
  expect(turns[1]?.answers[0]?.error).toMatchObject({ message: 'broken' })
})
