import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseChatFile } from '@varve/workspace'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chatFileIn, type ChatToReindex, chatToReindex, type Elsewhere } from '../testing/chat-to-reindex.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

let it: ChatToReindex

beforeEach(async () => {
  it = await chatToReindex()
})

afterEach(() => it.remove())

test('counts chat files while their workspace has no chats', async () => {
  await it.converse()
  await it.app.writeChatFiles()
  expect(await it.app.countUnlistedChats({ workspaceId: WORKSPACE })).toEqual({ files: 0 })
  const { app } = await it.elsewhere()
  // One that waits for its first message is not listed either.
  await app.createChat({ workspaceId: WORKSPACE })
  expect(await app.countUnlistedChats({ workspaceId: WORKSPACE })).toEqual({ files: 1 })
  await app.reindexChats({ workspaceId: WORKSPACE })
  expect(await app.countUnlistedChats({ workspaceId: WORKSPACE })).toEqual({ files: 0 })
  // What someone has put into the trash is not lost.
  await app.deleteChat(it.place)
  expect(await app.countUnlistedChats({ workspaceId: WORKSPACE })).toEqual({ files: 0 })
  await app.close()
})

describe('from the file and its objects', () => {
  test.each([
    ['exact', () => undefined],
    ['rebuilt', ({ chats }: Elsewhere) => rmSync(join(chats, '.objects'), { recursive: true })],
  ] as const)('[L4-1] a filled-in template continues as sent: %s', async (state, before) => {
    const content = 'Say in French: {{text}}\n'
    await it.app.writeDefinition({ workspaceId: WORKSPACE, kind: 'template', id: 'french', content })
    await it.ask(it.chatId, '/french Good morning')
    await it.app.writeChatFiles()
    await it.withReindexed(async ({ app, ask }, report) => {
      expect(report.files).toMatchObject([{ outcome: 'added', state }])
      expect((await app.openChat(it.place)).turns[0]?.text).toBe('/french Good morning')
      await ask(it.chatId, 'Thanks.')
      const { request } = await app.inspectTurn({ ...it.place, turn: 2 })
      expect(JSON.stringify(request)).toContain('Say in French: Good morning')
    }, before)
  })

  test('[E-4] turns, answers, usage and settings are restored, and the next request has the same bytes', async () => {
    await it.app.setChatSettings({ ...it.place, settings: { temperature: 0.5 } })
    await it.converse()
    await it.withReindexed(async ({ app, ask }, report) => {
      expect(report.files).toMatchObject([
        { outcome: 'added', chatId: it.chatId, turns: 3, state: 'exact', gaps: [], problems: [] },
      ])
      const [here, there] = [await it.app.openChat(it.place), await app.openChat(it.place)]
      expect(there).toEqual(here)
      const source = { ...it.place, turn: 1, path: 'plan.md' }
      expect((await app.readSource(source)).content).toContain('12 December')
      await it.ask(it.chatId, 'What did I ask first?')
      await ask(it.chatId, 'What did I ask first?')
      const inspect = { ...it.place, turn: 4 }
      const [mine, theirs] = [await it.app.inspectTurn(inspect), await app.inspectTurn(inspect)]
      expect(theirs.request).toEqual(mine.request)
      expect(theirs.epoch).toEqual(mine.epoch)
      expect(theirs.contentHash).toBe(mine.contentHash)
    })
  })

  test('the chat continues in the same file; reindexing again changes nothing', async () => {
    await it.converse()
    await it.withReindexed(async (there) => {
      const { app, ask, chats } = there
      const before = readFileSync(chatFileIn(there), 'utf8')
      await app.writeChatFiles()
      expect(readFileSync(chatFileIn(there), 'utf8')).toBe(before)
      const again = await app.reindexChats({ workspaceId: WORKSPACE, force: true })
      expect(again.files).toMatchObject([{ outcome: 'known' }])
      await ask(it.chatId, 'Go on.')
      await app.writeChatFiles()
      expect(readdirSync(chats).filter((name) => name.endsWith('.md'))).toHaveLength(1)
      expect(await app.listChats({ workspaceId: WORKSPACE })).toHaveLength(1)
    })
  })

  test('pinned, archived and tagged chats are restored; a plain one stores none of it', async () => {
    await it.converse()
    const file = join(it.root, 'Varve/chats', readdirSync(join(it.root, 'Varve/chats')).sort().at(-1) ?? '')
    const plain = readFileSync(file, 'utf8')
    expect(plain).not.toMatch(/^(pinned|archived):/m)
    // The tag that every chat file has is not a second one where a user sets it as well.
    const tags = ['launch', '#varve-chat']
    await it.app.arrangeChat({ ...it.place, pinned: true, archived: true, tags })
    await it.app.writeChatFiles()
    expect(readFileSync(file, 'utf8')).toMatch(
      /^pinned: .*Z\narchived: .*Z\ntags: \[varve-chat, launch\]\n---$/m,
    )
    await it.withReindexed(async (there, report) => {
      expect(report.files).toMatchObject([{ outcome: 'added', state: 'exact', problems: [] }])
      const archived = { workspaceId: WORKSPACE, among: 'archived' } as const
      const [chat] = await there.app.listChats(archived)
      expect(chat).toMatchObject({ id: it.chatId, pinned: true, archived: true, tags: ['launch'] })
      expect(await there.app.listChats(archived)).toEqual(await it.app.listChats(archived))
      await there.ask(it.chatId, 'Go on.')
      await there.app.writeChatFiles()
      expect(readdirSync(there.chats).filter((name) => name.endsWith('.md'))).toHaveLength(1)
    })
    await it.app.arrangeChat({ ...it.place, pinned: false, archived: false, tags: [] })
    await it.app.writeChatFiles()
    expect(readFileSync(file, 'utf8')).toBe(plain)
  })

  test('the tag that older versions gave every chat file is restored once', async () => {
    await it.ask(it.chatId, 'When?')
    await it.store.commit([
      it.store.conversations.tag({ workspaceId: WORKSPACE, id: it.chatId, tags: ['varve-chat', 'launch'] }),
    ])
    await it.app.arrangeChat({ ...it.place, title: 'Launch' })
    await it.app.writeChatFiles()
    await it.withReindexed(async (there) => {
      await there.ask(it.chatId, 'Go on.')
      await there.app.writeChatFiles()
      expect(readFileSync(chatFileIn(there), 'utf8')).toContain('\ntags: [varve-chat, launch]\n')
      expect(readdirSync(there.chats).filter((name) => name.endsWith('.md'))).toHaveLength(1)
    })
  })

  test('while an answer streams, the file holds what came before, with its state', async () => {
    const model = scriptedModel()
    await it.remove()
    it = await chatToReindex([model])
    const send = (text: string) => it.app.sendMessage({ ...it.place, text, attach: [] })
    const { answerId } = await send('One?')
    model.say('First.')
    model.end()
    await collect(it.app, answerId)
    const before = await it.app.openChat(it.place)
    const second = await send('Two?')
    model.say('Sec')
    await it.app.writeChatFiles()
    await it.withReindexed(async ({ app }, report) => {
      expect(report.files).toMatchObject([{ outcome: 'added', turns: 1, state: 'exact', gaps: [] }])
      expect((await app.openChat(it.place)).turns).toEqual(before.turns)
    })
    model.say('ond.')
    model.end()
    await collect(it.app, second.answerId)
    await it.app.writeChatFiles()
    rmSync(it.base, { recursive: true, force: true })
    mkdirSync(it.base)
    await it.withReindexed(async ({ app }, report) => {
      expect(report.files).toMatchObject([{ outcome: 'added', turns: 2, state: 'exact', gaps: [] }])
      expect((await app.openChat(it.place)).turns[1]?.answer.text).toBe('Second.')
    })
  })

  test('another answer leaves the previous one in the file', async () => {
    const model = scriptedModel()
    await it.remove()
    it = await chatToReindex([model])
    const { answerId } = await it.app.sendMessage({ ...it.place, text: 'One?', attach: [] })
    model.say('First.')
    model.end()
    const turnId = lastTurn(await collect(it.app, answerId)).id
    const again = await it.app.regenerateAnswer({ ...it.place, turnId })
    await it.app.writeChatFiles()
    const folder = join(it.root, 'Varve/chats')
    const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.md')) ?? '')
    expect(parseChatFile(readFileSync(file, 'utf8')).document.turns).toMatchObject([
      { answers: [{ id: answerId, text: 'First.', status: 'complete', chosen: true }] },
    ])
    await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId: again.answerId })
  })

  test('a pending forget stays pending', async () => {
    await it.converse()
    await it.app.forgetArtifact({ ...it.place, key: 'plan.md' })
    await it.app.writeChatFiles()
    await it.withReindexed(async ({ app }) => {
      expect((await app.openChat(it.place)).forgotten?.map(({ key }) => key)).toEqual(['plan.md'])
    })
  })
})
