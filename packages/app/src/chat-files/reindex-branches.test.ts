import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openStore } from '@varve/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import { untilEnded } from '../testing/until-ended.ts'

const GPT = 'openai/gpt-5.6'

let it: SimulatedApp
let time = Date.UTC(2026, 0, 1)

beforeEach(async () => {
  it = await simulatedApp({ now: () => time })
})

afterEach(() => it.remove())

const inChat = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })

/** Leaves the app and opens it again on another database. */
async function reopen(name: string): Promise<void> {
  await it.app.close()
  it = { ...it, ...(await it.reopen({ path: join(dirname(it.root), name) })) }
}

/** An empty database beside the one that knows everything, filled from the files as they are. */
async function reindex(name: string) {
  const store = await openStore({ path: join(dirname(it.root), name), now: 0 })
  const place = { name: 'Vault', kind: 'folder', root: it.root, createdAt: 0 } as const
  await store.commit([
    store.workspaces.insert({ ...place, id: WORKSPACE }),
    store.workspaces.insert({ ...place, id: 'other' }),
  ])
  await store.close()
  await reopen(name)
  return (await it.app.reindexChats({ workspaceId: WORKSPACE })).files
}

/** The states that are beside the chat file. */
function stateFiles(): readonly string[] {
  const folder = join(it.root, 'Varve/chats/.objects')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path, 'utf8').startsWith('{"version":1,"root":'))
}

/** Three branches of one chat: the first question twice, and then another beginning. */
async function converse(): Promise<{ readonly third: string }> {
  const { app, chatId } = it
  await it.ask(chatId, 'When is high tide?', ['tides.md'], GPT)
  await it.ask(chatId, 'And the launch?', ['plan.md'], GPT)
  it.write('plan.md', '# Plan\n\nThe launch is on 15 January.\n')
  await it.ask(chatId, 'And now?', ['plan.md'], GPT)
  const [first, second, third] = (await app.openChat(inChat())).turns
  const edit = (turnId: string | undefined, text: string) =>
    untilEnded(app, chatId, app.editMessage({ ...inChat(), turnId: turnId ?? '', text, modelId: GPT }))
  await edit(second?.id, 'And the launch, in other words?')
  await it.ask(chatId, 'Are you sure?', [], GPT)
  await edit(first?.id, 'When is low tide?')
  return { third: third?.id ?? '' }
}

/** The request after switching to a turn of another branch. */
async function goOn(turnId: string): Promise<{ readonly body: string; readonly note: string | undefined }> {
  await it.app.showBranch({ ...inChat(), turnId })
  // This is also written some time later: the file is of the current branch.
  await it.app.writeChatFiles()
  const { epochNote } = await it.ask(it.chatId, 'Go on.', [], GPT)
  return { body: it.simulator.requests.at(-1)?.bodyText ?? '', note: epochNote }
}

test('[E-4] every branch in a file continues with the same bytes, whichever is shown', async () => {
  const { third } = await converse()
  await it.app.writeChatFiles()
  expect(await reindex('fresh.db')).toMatchObject([{ outcome: 'added', state: 'exact', gaps: [] }])
  expect(stateFiles()).toHaveLength(3)
  time += 40_000
  const fresh = await goOn(third)
  expect(fresh.body).toContain('15 January')
  // The continued state is no longer needed; those of the other branches are.
  await it.app.writeChatFiles()
  expect(stateFiles()).toHaveLength(3)
  await reopen('varve.db')
  expect(fresh).toEqual(await goOn(third))
})

test('[E-4] a branch without its state is rebuilt, and listed', async () => {
  const { third } = await converse()
  await it.app.writeChatFiles()
  rmSync(join(it.root, 'Varve/chats/.objects'), { recursive: true })
  const [file] = await reindex('fresh.db')
  expect(file?.gaps.join('\n')).toContain('Of the branch that ends with turn')
  expect((await goOn(third)).note).toContain('rebuilt')
})

test('pending changes survive: compaction and the priority of a text', async () => {
  await it.ask(it.chatId, 'When is high tide?', ['tides.md'], GPT)
  await it.ask(it.chatId, 'And the launch?', ['plan.md'], GPT)
  await it.app.markArtifact({ ...inChat(), key: 'plan.md', priority: 'essential' })
  const { pending } = await it.app.compactChat(inChat())
  expect(pending).toBe(true)
  await it.app.writeChatFiles()
  const before = await it.app.openChat(inChat())
  expect(await reindex('fresh.db')).toMatchObject([{ outcome: 'added', state: 'exact', gaps: [] }])
  const { compact, kept } = await it.app.openChat(inChat())
  expect({ compact, kept }).toEqual({ compact: true, kept: before.kept })
  expect(kept.find(({ key }) => key === 'plan.md')?.priority).toBe('essential')
})
