import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatToReindex, chatToReindex } from '../testing/chat-to-reindex.ts'

let it: ChatToReindex

beforeEach(async () => {
  it = await chatToReindex()
  it.write('picture.md', 'A view: ![](https://ex.com/view.png)\n![[plan]]')
})

afterEach(() => it.remove())

describe('a note with a remote picture', () => {
  const converse = async (): Promise<void> => {
    await it.ask(it.chatId, 'What is this?', ['picture.md'])
    await it.app.writeChatFiles()
  }

  test('is restored with its objects, with nothing to report', async () => {
    await converse()
    await it.withReindexed(async ({ app }, { files: [file] }) => {
      expect(file).toMatchObject({ outcome: 'added', state: 'exact', gaps: [], problems: [] })
      const here = await it.app.openChat(it.place)
      expect((await app.openChat(it.place)).kept).toEqual(here.kept)
    })
  })

  test('is restored without its objects too', async () => {
    await converse()
    await it.withReindexed(
      async ({ app }, { files: [file] }) => {
        expect(file?.gaps.join('\n')).not.toContain('picture.md')
        expect((await app.openChat(it.place)).kept.map(({ key }) => key)).toContain('picture.md')
      },
      ({ chats }) => rmSync(join(chats, '.objects'), { recursive: true }),
    )
  })
})

test('without objects a changed note is used in its current version, and that is reported', async () => {
  await it.ask(it.chatId, 'When?', ['other.md'])
  await it.app.writeChatFiles()
  await it.withReindexed(
    async ({ app, ask }, { files: [file] }) => {
      expect(file?.gaps.join('\n')).toMatch(/other\.md.*is not there.*as of today/)
      expect((await app.openChat(it.place)).kept).toMatchObject([{ key: 'other.md', status: 'current' }])
      await ask(it.chatId, 'Go on.')
      const { request } = await app.inspectTurn({ ...it.place, turn: 2 })
      expect(request.flatMap(({ parts }) => parts).join()).toContain('Something new.')
    },
    ({ chats, root }) => {
      rmSync(join(chats, '.objects'), { recursive: true })
      writeFileSync(join(root, 'other.md'), 'Something new.')
    },
  )
})

test('with objects a changed, moved or deleted note is as it was, with nothing to report', async () => {
  it.write('gone.md', 'Once there.')
  await it.ask(it.chatId, 'When?', ['other.md', 'gone.md', { kind: 'paste', content: 'by hand' }] as never)
  await it.ask(it.chatId, 'And?', ['plan.md'])
  await it.app.writeChatFiles()
  await it.withReindexed(
    async (_, { files: [file] }) => expect(file).toMatchObject({ state: 'exact', gaps: [], problems: [] }),
    ({ root }) => {
      writeFileSync(join(root, 'other.md'), 'Something new.')
      rmSync(join(root, 'gone.md'))
    },
  )
})

test('without objects a moved note is found by its text among several of its name', async () => {
  await it.ask(it.chatId, 'When?', ['other.md'])
  await it.app.writeChatFiles()
  await it.withReindexed(
    async ({ app, ask }, { files: [file] }) => {
      expect(file?.gaps.join('\n')).not.toContain('other.md')
      expect((await app.openChat(it.place)).kept.map(({ key }) => key)).toEqual(['other.md'])
      await ask(it.chatId, 'Go on.')
      const { request } = await app.inspectTurn({ ...it.place, turn: 2 })
      const sent = request.flatMap(({ parts }) => parts).join()
      expect(sent).toContain('Nothing here.')
      expect(sent).not.toContain('A namesake.')
    },
    ({ chats, root }) => {
      rmSync(join(chats, '.objects'), { recursive: true })
      for (const folder of ['a', 'b', 'c']) mkdirSync(join(root, folder))
      writeFileSync(join(root, 'a/other.md'), 'A namesake.')
      renameSync(join(root, 'other.md'), join(root, 'b/other.md'))
      writeFileSync(join(root, 'c/other.md'), 'A namesake.')
    },
  )
})
