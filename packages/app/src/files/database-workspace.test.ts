import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { lastTurn, type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import type { TurnView } from '@varve/contract'

let it: TemporaryApp
let workspaceId: string

beforeEach(async () => {
  it = await temporaryApp([offlineChatModel()])
  workspaceId = (await it.app.createWorkspace({ name: 'Kept inside' })).id
})

afterEach(() => it.remove())

const put = (path: string, text: string, at = workspaceId) =>
  it.app.writeFile({ workspaceId: at, path, bytes: Buffer.from(text) })

async function ask(chatId: string, text: string, attach: readonly string[]): Promise<TurnView> {
  const { answerId } = await it.app.sendMessage({ workspaceId, chatId, text, attach })
  const events = []
  for await (const event of (await it.app.watchAnswer({ workspaceId, answerId, after: 0 })) ?? [])
    events.push(event)
  return lastTurn(events)
}

describe('a workspace in the database', () => {
  test('is listed and opened, with its files', async () => {
    await put('notes/plan.md', '# Plan\n\nThe launch is on 12 December. #work')
    const { workspaces } = await it.app.listWorkspaces(undefined)
    expect(workspaces).toContainEqual({ id: workspaceId, name: 'Kept inside', kind: 'database' })
    expect(await it.app.showWorkspace({ workspaceId })).toMatchObject({ kind: 'database', fileCount: 1 })
    expect(await it.app.listFiles({ workspaceId })).toMatchObject([{ path: 'notes/plan.md', title: 'plan' }])
    expect(await it.app.readFile({ workspaceId, path: 'notes/plan.md' })).toMatchObject({
      tags: ['work'],
      headings: [{ text: 'Plan' }],
    })
  })

  test('keeps nothing of a chat deleted for good', async () => {
    const base = dirname(it.database)
    const onDisk = (folder: string): string =>
      readdirSync(join(base, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name + readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        .join()
    const chatId = (await it.app.createChat({ workspaceId })).id
    await ask(chatId, 'Where does the heron nest?', [])
    await it.app.writeChatFiles()
    expect(onDisk('chats')).toContain('heron')
    await it.app.deleteChat({ workspaceId, chatId })
    await it.app.writeChatFiles()
    expect(onDisk('kept')).toContain('heron')
    await it.app.eraseChat({ workspaceId, chatId })
    for (const folder of ['chats', 'kept']) expect(onDisk(folder)).not.toMatch(/heron|[0-9a-f]{64}/)
  })

  test('is searchable, new notes included', async () => {
    await it.app.showWorkspace({ workspaceId })
    await put('a.md', 'plums and [[b]] #stock')
    await put('b.md', 'a manatee')
    const found = async (text: string): Promise<string | undefined> =>
      (await it.app.searchWorkspace({ workspaceId, text })).hits[0]?.path
    await expect.poll(() => found('manatee')).toBe('b.md')
    await expect.poll(() => it.app.listTags({ workspaceId })).toMatchObject([{ tag: 'stock' }])
    const related = await it.app.readFile({ workspaceId, path: 'b.md' })
    expect(related.incoming).toEqual(['a.md'])
  })

  test('attaches notes, folders, tags and the active note in their current version', async () => {
    await put('notes/plan.md', '# Launch plan\n\nThe launch is on 12 December. #work')
    await put('active.md', 'The budget is 400 euros.')
    const chatId = (await it.app.createChat({ workspaceId })).id
    const turn = await ask(chatId, 'When is the launch?', ['notes/plan.md'])
    expect(turn.attachments).toMatchObject([{ key: 'notes/plan.md', kind: 'note' }])
    expect(turn.answer.text).toContain('12 December')
    const lines = Array.from({ length: 40 }, (_, index) => `Line ${index} about the launch.`)
    await put('long.md', lines.join('\n'))
    await ask(chatId, 'Read this.', ['long.md', '#work'])
    await put('long.md', lines.with(3, 'Line 3 has changed.').join('\n'))
    const edited = await ask(chatId, 'What changed?', ['long.md'])
    expect(edited.attachments).toMatchObject([{ key: 'long.md', form: 'update' }])
  })

  test('mirrors its chats as notes in the data folder, and continues after a restart', async () => {
    await put('plan.md', 'The launch is on 12 December.')
    const chatId = (await it.app.createChat({ workspaceId })).id
    await ask(chatId, 'When is the launch?', ['plan.md'])
    await it.app.writeChatFiles()
    const base = join(dirname(it.root), 'chats')
    const folder = join(base, readdirSync(base)[0] ?? '', 'Varve/chats')
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.md'))
    expect(readFileSync(join(folder, file ?? ''), 'utf8')).toContain('When is the launch?')
    // The mirror is no file of the workspace.
    expect((await it.app.listFiles({ workspaceId })).map(({ path }) => path)).toEqual(['plan.md'])
    it = await it.reopen()
    const again = await ask(chatId, 'And again?', ['plan.md'])
    expect(again.attachments).toMatchObject([{ key: 'plan.md', form: 'reference' }])
    expect(await it.app.reindexChats({ workspaceId })).toMatchObject({ files: [{ outcome: 'known' }] })
  })

  test('never serves a file of another workspace', async () => {
    await put('secret.md', 'only here')
    const other = (await it.app.createWorkspace({ name: 'Other' })).id
    await put('secret.md', 'changed')
    const [version] = await it.app.listVersions({ workspaceId, path: 'secret.md' })
    const { id } = await it.app.removeFile({ workspaceId, path: 'secret.md' })
    for (const at of [other, WORKSPACE]) {
      expect(await it.app.listTrash({ workspaceId: at })).toEqual([])
      const missing = { code: 'file-not-found' }
      await expect(it.app.readFile({ workspaceId: at, path: 'secret.md' })).rejects.toMatchObject(missing)
      await expect(it.app.restoreFile({ workspaceId: at, id })).rejects.toMatchObject(missing)
      await expect(
        it.app.restoreFile({ workspaceId: at, id: version?.id ?? '', as: 'taken.md' }),
      ).rejects.toMatchObject(missing)
      await expect(
        it.app.diffFile({ workspaceId: at, path: 'secret.md', from: version?.id, to: id }),
      ).rejects.toMatchObject(missing)
      expect(await it.app.listFiles({ workspaceId: at })).toEqual([])
    }
  })

  test('privacy rules apply as in a folder', async () => {
    await put('Varve/workspace.json', '{"private":["diary/"]}')
    await put('diary/a.md', 'a secret manatee')
    await put('b.md', 'an open manatee')
    await vi.waitFor(async () => {
      const { index } = await it.app.showWorkspace({ workspaceId })
      expect(index).toMatchObject({ state: 'ready', filesDone: 3 })
    }, 30_000)
    const { hits } = await it.app.searchWorkspace({ workspaceId, text: 'manatee' })
    expect(Object.fromEntries(hits.map(({ path, privacy }) => [path, privacy ?? 'open']))).toEqual({
      'b.md': 'open',
      'diary/a.md': 'private',
    })
    const chatId = (await it.app.createChat({ workspaceId })).id
    expect((await ask(chatId, 'What is here?', ['diary/'])).attachments).toEqual([])
  })

  test('refuses a name in use, and restores a removed one', async () => {
    await put('a.md', 'one')
    await expect(it.app.createWorkspace({ name: ' Kept inside ' })).rejects.toMatchObject({
      code: 'folder-refused',
    })
    await expect(it.app.createWorkspace({ name: ' ' })).rejects.toMatchObject({ code: 'title-empty' })
    await it.app.removeWorkspace({ workspaceId })
    expect(await it.app.createWorkspace({ name: 'Kept inside' })).toMatchObject({ id: workspaceId })
    expect(await it.app.listFiles({ workspaceId })).toHaveLength(1)
  })
})

describe.each([
  ['a folder', (): string => WORKSPACE],
  ['the database', (): string => workspaceId],
] as const)('changes to a file in %s', (_, at) => {
  test('write, versions, diff and restore', async () => {
    const place = { workspaceId: at(), path: 'a.md' }
    const first = await put('a.md', 'one\ntwo\nthree\n', at())
    await put('a.md', 'one\n2\nthree\n', at())
    const [version] = await it.app.listVersions(place)
    expect(version).toMatchObject({ contentHash: first.contentHash, bytes: 14 })
    const diff = await it.app.diffFile(place)
    expect(diff.text).toContain('-two\n+2\n')
    expect(diff).toMatchObject({ path: 'a.md', from: version?.id, to: 'current', same: false })
    await it.app.restoreFile({ workspaceId: at(), id: version?.id ?? '' })
    expect(await it.app.readFile(place)).toMatchObject({ content: 'one\ntwo\nthree\n' })
    expect(await it.app.diffFile({ ...place, from: version?.id })).toMatchObject({ same: true, text: '' })
  })

  test('a write against another version is refused', async () => {
    const { contentHash } = await put('a.md', 'one', at())
    await put('a.md', 'two', at())
    const late = { workspaceId: at(), path: 'a.md', bytes: Buffer.from('x'), expected: { hash: contentHash } }
    await expect(it.app.writeFile(late)).rejects.toMatchObject({ code: 'file-changed' })
  })

  test('move, trash and restore under another name', async () => {
    const workspace = { workspaceId: at() }
    await put('a.md', 'one', at())
    await it.app.moveFile({ ...workspace, path: 'a.md', to: 'folder/b.md' })
    const { id } = await it.app.removeFile({ ...workspace, path: 'folder/b.md' })
    expect(await it.app.listTrash(workspace)).toMatchObject([{ id, path: 'folder/b.md' }])
    expect(await it.app.restoreFile({ ...workspace, id, as: 'c.md' })).toMatchObject({ path: 'c.md' })
    expect(await it.app.listTrash(workspace)).toEqual([])
    expect((await it.app.listFiles(workspace)).map(({ path }) => path)).toEqual(['c.md'])
  })

  test('binary files are compared by size', async () => {
    const picture = { workspaceId: at(), path: 'a.png' }
    await it.app.writeFile({ ...picture, bytes: new Uint8Array([255, 254]) })
    await it.app.writeFile({ ...picture, bytes: new Uint8Array([255]) })
    expect((await it.app.diffFile(picture)).text).toContain('2 bytes became 1')
  })
})
