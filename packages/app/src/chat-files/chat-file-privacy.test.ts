import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseChatFile } from '@varve/workspace'
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

describe('privacy of chat files', () => {
  const marked = (): readonly string[] =>
    chats
      .read()
      .split('\n')
      .filter((line) => line.endsWith(': true'))

  test('a chat file has the mark of what the chat used, and keeps it when that is unmarked', async () => {
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
    expect(marked()).toEqual(['private: true'])
    expect(chats.names()).toHaveLength(1)
  })

  test('so has a chat that used another chat, or its file', async () => {
    it.write('mine.md', '---\nprivate: true\n---\nThe launch is a secret.')
    await it.ask(chatId, 'What is in it?', ['mine.md'])
    await it.app.writeChatFiles()
    const [first = ''] = chats.names()
    for (const attach of [`chat:${chatId}`, `Varve/chats/${first}`]) {
      const { id } = await it.app.createChat({ workspaceId: WORKSPACE })
      await it.ask(id, 'What was it?', [attach])
      await it.app.writeChatFiles()
      const { file = '' } = await it.app.openChat({ workspaceId: WORKSPACE, chatId: id })
      expect(parseChatFile(readFileSync(join(it.root, file), 'utf8')).document.privacy).toBe('private')
    }
  })

  test('reindexing marks a file written before its note was marked', async () => {
    await it.ask(chatId, 'When is the launch?', ['plan.md'])
    await it.app.writeChatFiles()
    it.write('Varve/workspace.json', '{"private":["plan.md"]}')
    const report = await it.app.reindexChats({ workspaceId: WORKSPACE })
    expect(report.files).toMatchObject([{ outcome: 'known' }])
    await it.app.writeChatFiles()
    expect(marked()).toEqual(['private: true'])
    expect(chats.names()).toHaveLength(1)
  })
})
