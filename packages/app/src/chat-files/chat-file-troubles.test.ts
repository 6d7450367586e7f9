import { noticeWords } from '@varve/contract'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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

const shown = () => it.app.openChat({ workspaceId: WORKSPACE, chatId })

describe('an external edit', () => {
  test('is never overwritten: both are kept, and the user is notified', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    const [first = ''] = chats.names()
    const edited = `${chats.read()}\nMy own remark.\n`
    writeFileSync(join(chats.path, first), edited)
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(chats.names()).toHaveLength(2)
    expect(chats.read(first)).toBe(edited)
    const second = chats.names().find((name) => name !== first) ?? ''
    expect(parseChatFile(chats.read(second)).document.turns).toHaveLength(2)
    expect((await shown()).notices?.map(noticeWords)[0]).toContain(`Varve/chats/${first}`)
    expect(it.reports.join()).toContain('changed outside of Varve')
    // The chat continues in its new file, and the notice has been seen.
    await it.ask(chatId, 'Once more?')
    await it.app.writeChatFiles()
    expect(chats.names()).toHaveLength(2)
    expect(parseChatFile(chats.read(second)).document.turns).toHaveLength(3)
    expect((await shown()).notices).toBeUndefined()
  })

  test('a renamed file is followed, into the trash too; one that also changed is left alone and reported', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    renameSync(join(chats.path, chats.names()[0] ?? ''), join(chats.path, 'Launch.md'))
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(chats.names()).toEqual(['Launch.md'])
    expect(parseChatFile(chats.read()).document.turns).toHaveLength(2)
    expect(await shown()).toMatchObject({ file: 'Varve/chats/Launch.md' })
    expect((await shown()).notices).toBeUndefined()
    const edited = `${chats.read()}\nMy own remark.\n`
    renameSync(join(chats.path, 'Launch.md'), join(chats.path, 'Mine.md'))
    writeFileSync(join(chats.path, 'Mine.md'), edited)
    await it.ask(chatId, 'Once more?')
    await it.app.writeChatFiles()
    expect(chats.names()).toHaveLength(2)
    expect(chats.read('Mine.md')).toBe(edited)
    expect((await shown()).notices?.map(noticeWords)[0]).toContain('Varve/chats/Mine.md')
    const own = chats.names().find((name) => name !== 'Mine.md') ?? ''
    renameSync(join(chats.path, own), join(chats.path, 'Old.md'))
    await it.app.deleteChat({ workspaceId: WORKSPACE, chatId })
    await it.app.writeChatFiles()
    expect(chats.names()).toEqual(['Mine.md'])
  })

  test('a deleted file is written again and reported; a foreign file of that name is left alone', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    const [name = ''] = chats.names()
    renameSync(join(chats.path, name), join(it.root, 'moved.md'))
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(chats.names()).toEqual([name])
    expect((await shown()).notices?.map(noticeWords)[0]).toContain('moved or deleted')
    const other = await it.app.createChat({ workspaceId: WORKSPACE })
    const taken = `Mine ${other.id.replaceAll('-', '').slice(-8)}.md`
    it.write(`Varve/chats/${taken}`, 'not a chat')
    await it.ask(other.id, 'Mine')
    await it.app.writeChatFiles()
    expect(chats.read(taken)).toBe('not a chat')
    expect(chats.names()).toContain(taken.replace('.md', ' 2.md'))
  })
})

describe('errors', () => {
  test('a missing folder fails no answer, is reported, and is caught up with later', async () => {
    const aside = `${it.root}-aside`
    renameSync(it.root, aside)
    const turn = await it.ask(chatId, 'Are you there?')
    expect(turn.answer.status).toBe('complete')
    await it.app.writeChatFiles()
    expect((await shown()).notices?.map(noticeWords)[0]).toContain('will be written later')
    expect(it.reports.join()).toContain('will be tried again')
    renameSync(aside, it.root)
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(parseChatFile(chats.read()).document.turns).toHaveLength(2)
    expect((await shown()).notices).toBeUndefined()
  })

  // An administrator may write everywhere.
  test.skipIf(process.getuid?.() === 0)('a read-only folder', async () => {
    mkdirSync(chats.path, { recursive: true })
    chmodSync(chats.path, 0o500)
    expect((await it.ask(chatId, 'When?')).answer.status).toBe('complete')
    await it.app.writeChatFiles()
    expect((await shown()).notices?.map(noticeWords)[0]).toContain('cannot be written')
    chmodSync(chats.path, 0o700)
  })

  test('a file in place of the folder is left alone', async () => {
    it.write('Varve/chats', 'mine')
    expect((await it.ask(chatId, 'When?')).answer.status).toBe('complete')
    await it.app.writeChatFiles()
    expect(readFileSync(join(it.root, 'Varve/chats'), 'utf8')).toBe('mine')
    expect((await shown()).notices).toHaveLength(1)
  })

  test('files not written before the end are written at the next start', async () => {
    const aside = `${it.root}-aside`
    renameSync(it.root, aside)
    await it.ask(chatId, 'When?')
    await it.app.close()
    renameSync(aside, it.root)
    expect(chats.names()).toEqual([])
    it = await it.reopen()
    await it.app.writeChatFiles()
    expect(parseChatFile(chats.read()).document.turns).toHaveLength(1)
  })

  test('a write interrupted before it was recorded is recognised as ours', async () => {
    await it.ask(chatId, 'When?')
    await it.app.writeChatFiles()
    const next = `${chats.read()}\n`
    const hash = createHash('sha256').update(next).digest('hex')
    const [name = ''] = chats.names()
    const place = { workspaceId: WORKSPACE, conversationId: chatId }
    await it.store.commit([it.store.chatFiles.begin({ ...place, path: `Varve/chats/${name}`, next: hash })])
    writeFileSync(join(chats.path, name), next)
    await it.ask(chatId, 'And now?')
    await it.app.writeChatFiles()
    expect(chats.names()).toEqual([name])
    expect((await shown()).notices).toBeUndefined()
  })
})
