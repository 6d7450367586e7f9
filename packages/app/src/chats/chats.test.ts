import { afterEach, expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import { titleFrom } from '../chat/title-from.ts'

let it: TemporaryApp

afterEach(() => it.remove())

test('a chat is titled by its first message until the user changes it, and can go to the trash', async () => {
  const model = scriptedModel()
  it = await temporaryApp([model])
  const { id: chatId, title } = await it.app.createChat({ workspaceId: WORKSPACE })
  expect(title).toBe('New chat')
  expect(await it.app.listChats({ workspaceId: WORKSPACE })).toMatchObject([{ unused: true }])
  for (const text of ['First things first', 'Second']) {
    model.end()
    await it.ask(chatId, text)
  }
  expect(await it.app.listChats({ workspaceId: WORKSPACE })).toMatchObject([
    { id: chatId, title: 'First things first' },
  ])
  expect((await it.app.openChat({ workspaceId: WORKSPACE, chatId })).unused).toBeUndefined()
  await it.app.arrangeChat({ workspaceId: WORKSPACE, chatId, title: '  Mine \n now ' })
  expect(await it.app.openChat({ workspaceId: WORKSPACE, chatId })).toMatchObject({ title: 'Mine now' })
  await expect(it.app.arrangeChat({ workspaceId: WORKSPACE, chatId, title: ' ' })).rejects.toMatchObject({
    code: 'title-empty',
  })
  const half = { workspaceId: WORKSPACE, chatId, title: 'Half \ud83d' }
  await expect(it.app.arrangeChat(half)).rejects.toThrow('lone surrogate')
  const { turns, earlier } = await it.app.listTurns({ workspaceId: WORKSPACE, chatId })
  expect([turns.map(({ text }) => text), earlier]).toEqual([['First things first', 'Second'], 0])
  await it.app.deleteChat({ workspaceId: WORKSPACE, chatId })
  expect(await it.app.listChats({ workspaceId: WORKSPACE })).toEqual([])
  await expect(it.app.openChat({ workspaceId: WORKSPACE, chatId })).rejects.toMatchObject({
    code: 'chat-trashed',
  })
  expect(await it.store.turns.list(WORKSPACE, chatId)).toHaveLength(2)
})

test('files are listed with estimated tokens, and read in their current version', async () => {
  it = await temporaryApp([scriptedModel()])
  it.write('a.md', 'one two three')
  it.write('b.png', 'not text')
  const modified = expect.any(Number)
  expect(await it.app.listFiles({ workspaceId: WORKSPACE })).toEqual([
    { path: 'a.md', title: 'a', kind: 'note', bytes: 13, modified, tokens: 4 },
    { path: 'b.png', title: 'b.png', kind: 'image', bytes: 8, modified },
  ])
  expect(await it.app.showWorkspace({ workspaceId: WORKSPACE })).toMatchObject({
    name: 'Vault',
    root: it.root,
  })
  expect(await it.app.readFile({ workspaceId: WORKSPACE, path: 'a.md' })).toMatchObject({
    content: 'one two three',
  })
  it.write('a.md', 'one two three four')
  expect(await it.app.readFile({ workspaceId: WORKSPACE, path: 'a.md' })).toMatchObject({
    content: 'one two three four',
  })
  expect((await it.app.listFiles({ workspaceId: WORKSPACE }))[0]).toMatchObject({ tokens: 5 })
})

test.each([
  ['When is the launch?', 'When is the launch?'],
  ['\n\n## Plan  for\tJune\nmore', 'Plan for June'],
  ['---', '---'],
  ['a'.repeat(80), `${'a'.repeat(60)}…`],
  ['word '.repeat(30), `${'word '.repeat(12).trim()}…`],
  [`${'a'.repeat(59)}🌊b`, `${'a'.repeat(59)}…`],
])('the title of %j is %j', async (text, title) => {
  it = await temporaryApp([scriptedModel()])
  expect(titleFrom(text)).toBe(title)
})

test('deletes for good only from the trash, with the values behind its placeholders', async () => {
  it = await temporaryApp([offlineChatModel()])
  const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
  const place = { workspaceId: WORKSPACE, chatId }
  const turn = await it.ask(chatId, 'Where is the heron?')
  await it.store.commit([
    it.store.redactions.put({ workspaceId: WORKSPACE, turnId: turn.id, sealed: new Uint8Array([1]) }),
  ])
  await expect(it.app.eraseChat(place)).rejects.toMatchObject({ code: 'chat-not-found' })
  expect((await it.app.openChat(place)).turns).toHaveLength(1)
  await it.app.deleteChat(place)
  await it.app.eraseChat(place)
  await expect(it.app.restoreChat(place)).rejects.toMatchObject({ code: 'chat-not-found' })
  expect(await it.store.redactions.get({ workspaceId: WORKSPACE, turnId: turn.id })).toBeUndefined()
  expect(await it.store.turns.list(WORKSPACE, chatId)).toEqual([])
  expect((await it.app.searchChats({ workspaceId: WORKSPACE, text: 'heron' })).hits).toEqual([])
  await expect(it.app.eraseChat(place)).rejects.toMatchObject({ code: 'chat-not-found' })
  await expect(it.app.openChat(place)).rejects.toMatchObject({ code: 'chat-not-found' })
})

test('refuses a chat in an unknown workspace', async () => {
  it = await temporaryApp([offlineChatModel()])
  await expect(it.app.createChat({ workspaceId: 'nope' })).rejects.toMatchObject({
    code: 'workspace-not-found',
  })
})
