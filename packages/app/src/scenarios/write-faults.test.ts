import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store, StoreError, type StoreErrorCode } from '@varve/store'
import { openChatObjects, openFolderStore, parseChatFile } from '@varve/workspace'
import { interceptedDisk } from '@varve/workspace/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { type App, createApp } from '../create-app.ts'
import { instantModel } from '../testing/instant-model.ts'
import { collect, temporaryFolders, WORKSPACE } from '../testing/temporary-app.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'

const ANSWER = `It is as you say. ${'And more. '.repeat(300)}`

let base = ''
let app: App
let store: Store
const reports: string[] = []

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-faults-'))
  mkdirSync(join(base, 'vault'))
  reports.length = 0
})

afterEach(async () => {
  await app.close()
  rmSync(base, { recursive: true, force: true })
})

interface Faults {
  readonly commit?: (write: () => Promise<void>) => Promise<void>
  readonly openFolder?: Parameters<typeof createApp>[0]['openFolder']
}

/** The real app over a real database, with something between it and the disk. */
async function begin(faults: Faults): Promise<string> {
  store = await openStore({ path: join(base, 'varve.db'), now: 0 })
  const root = join(base, 'vault')
  await store.commit([
    store.workspaces.insert({ id: WORKSPACE, name: 'V', kind: 'folder', root, createdAt: 0 }),
  ])
  const { commit = (write) => write() } = faults
  app = createApp({
    clock: { now: Date.now },
    newId: randomUUID,
    store: { ...store, commit: (statements) => commit(() => store.commit(statements)) },
    models: [instantModel(ANSWER, 'a'), instantModel(ANSWER, 'b')],
    openFolder: faults.openFolder ?? temporaryFolders(base),
    report: (message) => reports.push(message),
  })
  return (await app.createChat({ workspaceId: WORKSPACE })).id
}

/** As a page does it: the same request under the same key until it is taken. */
async function insist<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      expect(error).toBeInstanceOf(AppError)
      expect(['disk-full', 'disk-failed', 'in-doubt']).toContain((error as AppError).code)
    }
  }
}

/** Whatever a conversation writes: a message, several answers, an edit, a regeneration, a title, a fork. */
async function converse(chatId: string): Promise<readonly string[]> {
  const here = { workspaceId: WORKSPACE, chatId }
  const done = async (
    act: () => Promise<{ readonly answerIds: readonly string[]; readonly turnId: string }>,
  ) => {
    const { answerIds, turnId } = await insist(act)
    for (const answerId of answerIds) await collect(app, answerId)
    while ((await app.openChat(here)).answering) await new Promise((resolve) => setTimeout(resolve, 20))
    return turnId
  }
  const [first, second, third] = [key(), key(), key()]
  const asked = await done(() =>
    app.sendMessage({ ...here, text: 'One?', attach: [], modelIds: ['a', 'b'], ...first }),
  )
  const edited = await done(() =>
    app.editMessage({ ...here, turnId: asked, text: 'Edited?', modelId: 'a', ...second }),
  )
  await done(() => app.regenerateAnswer({ ...here, turnId: asked, ...third }))
  await insist(() => app.arrangeChat({ ...here, title: 'Renamed' }))
  await insist(() => app.showBranch({ ...here, turnId: edited }))
  return [asked, edited]
}

function key(): { readonly idempotencyKey: string } {
  return { idempotencyKey: randomUUID() }
}

async function expectAllThere(chatId: string, acknowledged: readonly string[]): Promise<void> {
  const turns = await store.turns.list(WORKSPACE, chatId)
  expect(turns.map(({ id }) => id)).toEqual(acknowledged)
  const answers = await store.answers.list(WORKSPACE, chatId)
  expect(answers.map(({ status, text }) => [status, text.length])).toEqual(
    Array.from({ length: 4 }, () => ['complete', ANSWER.length]),
  )
  expect((await app.openChat({ workspaceId: WORKSPACE, chatId })).title).toBe('Renamed')
}

/** Every call in the full share; else every third, so that together the cases still come by all of them. */
const STRIDE = process.env['VARVE_TEST_SHARE'] === 'full' ? 1 : 6

const FAULTS: readonly (readonly [StoreErrorCode, 'before' | 'after', number])[] = [
  ['disk-full', 'before', 1],
  ['input-output', 'before', 2],
  // The disk says that it failed, and the rows are there all the same.
  ['input-output', 'after', 3],
  // A server was left while it committed.
  ['in-doubt', 'before', 4],
  ['in-doubt', 'after', 5],
]

test.each(FAULTS)(
  'the database fails with %s (%s the write) at every commit: reported, nothing acknowledged is lost or doubled, and no restart is needed',
  async (code, when, first) => {
    let failing = 0
    let count = 0
    const chatId = await begin({
      commit: async (write) => {
        const isMeant = failing > 0 && (count += 1) === failing
        if (isMeant && when === 'before') throw new StoreError(code, 'made by the test')
        await write()
        if (isMeant) throw new StoreError(code, 'made by the test')
      },
    })
    const start = STRIDE === 1 ? 1 : first
    for (let at = start; ; at += STRIDE) {
      const { id } = at === start ? { id: chatId } : await app.createChat({ workspaceId: WORKSPACE })
      failing = at
      count = 0
      const acknowledged = await converse(id)
      failing = 0
      await expectAllThere(id, acknowledged)
      if (count < at) {
        expect(at).toBeGreaterThan(8)
        return
      }
    }
  },
  120_000,
)

test('a database that cannot grow, at every page: refused with the reason, and accepted once there is room', async () => {
  const chatId = await begin({})
  const here = { workspaceId: WORKSPACE, chatId }
  let refused = 0
  const acknowledged: string[] = []
  for (let extra = 0; extra < 8; extra += 1) {
    const pages = { sql: `pragma max_page_count = 1`, parameters: [] }
    // SQLite does not go below what is there: this is "not one page more".
    await store.commit([pages])
    const request = {
      ...here,
      text: `Question ${extra}? ${'word '.repeat(400 * extra)}`,
      attach: [],
      ...key(),
    }
    const first = await app.sendMessage(request).catch((error: unknown) => error)
    if (first instanceof AppError) {
      expect(first.code).toBe('disk-full')
      refused += 1
    }
    expect((await app.openChat(here)).turns.length).toBe(
      acknowledged.length + (first instanceof AppError ? 0 : 1),
    )
    await store.commit([{ sql: 'pragma max_page_count = 1000000', parameters: [] }])
    const { turnId, answerId } = await app.sendMessage(request)
    acknowledged.push(turnId)
    await collect(app, answerId)
    while ((await app.openChat(here)).answering) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(refused).toBeGreaterThan(0)
  expect((await app.openChat(here)).turns.map(({ id }) => id)).toEqual(acknowledged)
}, 60_000)

test.each(['ENOSPC', 'EIO'])(
  'the folder fails with %s at every call of writing a chat file: the chat is safe, the file is whole, and catches up',
  async (code) => {
    let failing = 0
    let count = 0
    const disk = interceptedDisk(async () => {
      if (failing > 0 && (count += 1) === failing)
        throw Object.assign(new Error(`${code}: made by the test`), { code })
    })
    const parts = { clock: Date.now, newId: randomUUID, keepFolder: join(base, 'kept'), disk }
    const chatId = await begin({
      openFolder: async ({ root }) => {
        const files = await openFolderStore({ root, ...parts })
        return {
          ...(await openFolderFiles({
            root,
            dataFolder: base,
            clock: { now: Date.now },
            newId: randomUUID,
            watch: false,
          })),
          files,
          chatFiles: files,
          objects: await openChatObjects({ root, ...parts }),
        }
      },
    })
    const here = { workspaceId: WORKSPACE, chatId }
    const folder = join(base, 'vault/Varve/chats')
    const inFile = (): readonly number[] =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => {
          const { document, problems } = parseChatFile(readFileSync(join(folder, name), 'utf8'))
          expect(problems).toEqual([])
          return document.turns.length
        })
    const ask = async (): Promise<void> => {
      const { answerId } = await app.sendMessage({ ...here, text: 'One more?', attach: [], modelId: 'a' })
      await collect(app, answerId)
    }
    await ask()
    await app.writeChatFiles()
    for (let [turns, at] = [1, code === 'EIO' ? 1 : 2]; ; turns += 1, at += STRIDE) {
      await ask()
      failing = at
      count = 0
      await app.writeChatFiles()
      failing = 0
      const isOver = count < at
      expect(inFile().every((found) => found === turns || found === turns + 1)).toBe(true)
      // The next change brings the file up to date, with no restart.
      await app.arrangeChat({ ...here, title: `Title ${turns}` })
      await app.writeChatFiles()
      expect(inFile()).toEqual([turns + 1])
      if (isOver) {
        expect(at).toBeGreaterThan(4)
        expect(reports.length).toBeGreaterThan(0)
        return
      }
    }
  },
  120_000,
)
