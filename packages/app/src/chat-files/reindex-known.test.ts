import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chatFileIn, type ChatToReindex, chatToReindex } from '../testing/chat-to-reindex.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

let it: ChatToReindex

beforeEach(async () => {
  it = await chatToReindex()
})

afterEach(() => it.remove())

describe('known chats', () => {
  test('stay unchanged; a longer file is imported on request', async () => {
    await it.converse()
    const there = await it.elsewhere()
    try {
      const [file] = (await there.app.reindexChats({ workspaceId: WORKSPACE })).files
      expect(file?.outcome).toBe('added')
      await it.ask(it.chatId, 'A fourth?')
      await it.app.writeChatFiles()
      cpSync(join(it.root, 'Varve'), join(there.root, 'Varve'), { recursive: true })
      expect((await there.app.reindexChats({ workspaceId: WORKSPACE })).files).toMatchObject([
        { outcome: 'changed' },
      ])
      expect((await there.app.openChat(it.place)).turns).toHaveLength(3)
      const forced = await there.app.reindexChats({ workspaceId: WORKSPACE, force: true })
      expect(forced.files).toMatchObject([{ outcome: 'extended', state: 'exact' }])
      expect(await there.app.openChat(it.place)).toEqual(await it.app.openChat(it.place))
    } finally {
      await there.app.close()
    }
  })

  test('a different file is ignored, or becomes a new chat on request', async () => {
    await it.converse()
    await it.withReindexed(async (there) => {
      const edited = readFileSync(chatFileIn(there), 'utf8').replace('And now?', 'And by now?')
      writeFileSync(chatFileIn(there), edited)
      const { app } = there
      const first = await app.reindexChats({ workspaceId: WORKSPACE })
      expect(first.files).toMatchObject([{ outcome: 'changed' }])
      const forced = await app.reindexChats({ workspaceId: WORKSPACE, force: true })
      expect(forced.files).toMatchObject([{ outcome: 'copied' }])
      expect((await app.openChat(it.place)).turns[1]?.text).toBe('And now?')
      const copy = await app.openChat({ workspaceId: WORKSPACE, chatId: forced.files[0]?.chatId ?? '' })
      expect(copy.turns[1]?.text).toBe('And by now?')
    })
  })
})
