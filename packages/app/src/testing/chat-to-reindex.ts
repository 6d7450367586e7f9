import type { ReindexReport } from '@varve/contract'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@varve/store'
import { createApp } from '../create-app.ts'
import type { ChatModel } from '../models/chat-model.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import {
  collect,
  lastTurn,
  type TemporaryApp,
  temporaryApp,
  temporaryFolders,
  WORKSPACE,
} from './temporary-app.ts'

export type Elsewhere = Awaited<ReturnType<typeof openElsewhere>>

export interface ChatToReindex extends TemporaryApp {
  readonly chatId: string
  readonly place: { readonly workspaceId: string; readonly chatId: string }
  /** Where the folder is copied to. */
  readonly base: string
  /** Three turns: a note and a paste, the note edited, and a question by itself. */
  readonly converse: () => Promise<void>
  /** The same folder with an empty database. */
  readonly elsewhere: () => Promise<Elsewhere>
  /** The same, read from its files, until the act is over. */
  readonly withReindexed: (
    act: (there: Elsewhere, report: ReindexReport) => Promise<void>,
    before?: (there: Elsewhere) => void,
  ) => Promise<void>
}

/** A chat whose file is to be read back where nothing is known of it. */
export async function chatToReindex(
  models: readonly ChatModel[] = [offlineChatModel()],
): Promise<ChatToReindex> {
  const it = await temporaryApp(models)
  it.write('plan.md', `# Plan\n\n${'The launch is on 12 December.\n'.repeat(12)}`)
  it.write('other.md', 'Nothing here.')
  const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
  const base = mkdtempSync(join(tmpdir(), 'varve-reindex-'))
  const elsewhere = () => openElsewhere(it.root, base)
  return {
    ...it,
    chatId,
    place: { workspaceId: WORKSPACE, chatId },
    base,
    elsewhere,
    converse: () => converse(it, chatId),
    withReindexed: async (act, before = () => undefined) => {
      const there = await elsewhere()
      try {
        before(there)
        await act(there, await there.app.reindexChats({ workspaceId: WORKSPACE }))
      } finally {
        await there.app.close()
      }
    },
    remove: async () => {
      await it.remove()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** The one chat file that is there. */
export function chatFileIn({ chats }: Elsewhere): string {
  return join(chats, readdirSync(chats).find((name) => name.endsWith('.md')) ?? '')
}

async function converse(it: TemporaryApp, chatId: string): Promise<void> {
  await it.ask(chatId, 'When is the launch?', ['plan.md', { kind: 'paste', content: 'by hand\r\n' }] as never)
  it.write('plan.md', `# Plan\n\n${'The launch is on 15 January.\n'.repeat(12)}`)
  await it.ask(chatId, 'And now?', ['plan.md'])
  await it.ask(chatId, '**user**: who is this?\n[Timestamp: 2026/01/01 00:00:00]')
  await it.app.writeChatFiles()
}

async function openElsewhere(from: string, base: string) {
  const root = join(base, 'vault')
  cpSync(from, root, { recursive: true })
  const store = await openStore({ path: join(base, 'varve.db'), now: 0 })
  await store.commit([
    store.workspaces.insert({ id: WORKSPACE, name: 'Vault', kind: 'folder', root, createdAt: 0 }),
  ])
  let time = Date.UTC(2026, 0, 2)
  const app = createApp({
    clock: { now: () => (time += 1000) },
    newId: randomUUID,
    store,
    models: [offlineChatModel()],
    openFolder: temporaryFolders(base),
    report: () => undefined,
  })
  const ask = async (id: string, text: string) => {
    const { answerId } = await app.sendMessage({ workspaceId: WORKSPACE, chatId: id, text, attach: [] })
    return lastTurn(await collect(app, answerId))
  }
  return { root, app, store, ask, chats: join(root, 'Varve/chats') }
}
