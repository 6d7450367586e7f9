import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChatFolder } from '../testing/chat-folder.ts'
import { chatInFolder } from '../testing/chat-in-folder.ts'
import { type TemporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

let it: TemporaryApp
let chats: ChatFolder
let chatId = ''

beforeEach(async () => {
  ;({ it, chats, chatId } = await chatInFolder())
})

afterEach(() => it.remove())

describe('a chat deleted for good', () => {
  const everything = (): string =>
    [...chats.keptContents(), ...chats.objectTexts(), ...chats.names().map((name) => chats.read(name))].join(
      '\n',
    )
  const place = () => ({ workspaceId: WORKSPACE, chatId })

  test('leaves no note right after deletion, and reindexing does not bring it back', async () => {
    await it.ask(chatId, 'Where does the heron nest?')
    await it.app.writeChatFiles()
    expect(chats.names()).toHaveLength(1)
    await it.app.deleteChat(place())
    await it.app.eraseChat(place())
    expect(chats.names()).toEqual([])
    await it.app.writeChatFiles()
    expect(chats.names()).toEqual([])
    await it.app.reindexChats({ workspaceId: WORKSPACE })
    expect(await it.app.listChats({ workspaceId: WORKSPACE })).toEqual([])
  })

  test('leaves no note when none was written yet, or when chat files are off', async () => {
    await it.ask(chatId, 'Where does the heron nest?')
    await it.app.deleteChat(place())
    await it.app.eraseChat(place())
    await it.app.writeChatFiles()
    expect(chats.names()).toEqual([])
    chatId = (await it.app.createChat({ workspaceId: WORKSPACE })).id
    await it.ask(chatId, 'And the stork?')
    await it.app.writeChatFiles()
    await it.app.setWorkspaceSettings({ workspaceId: WORKSPACE, settings: { chatFiles: 'off' } })
    await it.app.deleteChat(place())
    await it.app.writeChatFiles()
    expect(chats.names()).toHaveLength(1)
    await it.app.eraseChat(place())
    expect(chats.names()).toEqual([])
  })

  test('leaves nothing in the trash, in versions or in objects; shared ones stay', async () => {
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
    const before = chats.read(chats.names().find((name) => name.startsWith('And the stork')))
    await it.app.deleteChat(place())
    await it.app.writeChatFiles()
    expect(await it.app.listTrash({ workspaceId: WORKSPACE })).toHaveLength(1)
    await it.app.eraseChat(place())
    expect(await it.app.listTrash({ workspaceId: WORKSPACE })).toEqual([])
    expect(everything()).not.toContain('heron')
    expect(everything()).not.toContain(chatId)
    expect(chats.objectTexts().join()).toContain('The stork is known to both.')
    expect(chats.names().map((name) => chats.read(name))).toEqual([before])
    const known = chats.objects().length
    await it.app.deleteChat({ workspaceId: WORKSPACE, chatId: other })
    await it.app.eraseChat({ workspaceId: WORKSPACE, chatId: other })
    expect(known).toBeGreaterThan(0)
    expect(chats.objects()).toEqual([])
  })
})
