import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, type ChatModel, createApp, offlineChatModel } from '@varve/app'
import { openStore, type Store } from '@varve/store'
import { openFolderFiles } from '../../packages/app/src/workspace/open-folder-files.ts'
import type { Section } from '../report.ts'
import { median, round } from '../statistics.ts'

const LONG = 5000
const SHORT = 50
const CHATS = 100_000
const SAMPLES = 40
const WORKSPACE = 'w'
const ANSWER =
  'The tide is high at that pier, and it will be low again in some six hours; take care. '.repeat(3)

/** How a long conversation and a long list of them compare with short ones, in a process that is warm. */
export async function measureScale(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'varve-scale-'))
  mkdirSync(join(folder, 'vault'))
  const store = await openStore({ path: join(folder, 'varve.db'), now: 0 })
  const root = join(folder, 'vault')
  await store.commit([
    store.workspaces.insert({ id: WORKSPACE, name: 'V', kind: 'folder', root, createdAt: 0 }),
  ])
  const app = createApp({
    clock: { now: Date.now },
    newId: randomUUID,
    store,
    models: [instantModel()],
    chatFiles: 'leave',
    openFolder: (place) =>
      openFolderFiles({
        root: place.root,
        dataFolder: folder,
        clock: { now: Date.now },
        newId: randomUUID,
        watch: false,
      }),
    report: (message) => console.error(message),
  })
  try {
    const long = await measureChat(app, LONG)
    const short = await measureChat(app, SHORT)
    const list = await measureList(app, store)
    return section(short, long, list)
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface ChatTimes {
  readonly open: number
  readonly append: number
}

async function measureChat(app: App, turns: number): Promise<ChatTimes> {
  const { id: chatId } = await app.createChat({ workspaceId: WORKSPACE })
  for (let number = 1; number <= turns; number += 1) {
    await ask(app, chatId, number)
    if (number % 500 === 0) console.error(`${number} of ${turns} turns`)
  }
  const [open, append]: [number[], number[]] = [[], []]
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    append.push(await ask(app, chatId, turns + sample))
    const start = performance.now()
    await app.openChat({ workspaceId: WORKSPACE, chatId })
    open.push(performance.now() - start)
  }
  return { open: median(open), append: median(append) }
}

/** Milliseconds until the message was acknowledged; the answer is waited for. */
async function ask(app: App, chatId: string, number: number): Promise<number> {
  const text = `Question ${number}: what of the tide at pier ${number}?`
  const start = performance.now()
  const { answerId } = await app.sendMessage({ workspaceId: WORKSPACE, chatId, text, attach: [] })
  const taken = performance.now() - start
  const events = await app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })
  for await (const { event } of events ?? []) if (event.kind === 'failed') throw new Error(event.message)
  return taken
}

async function measureList(app: App, store: Store): Promise<number> {
  const BATCH = 2000
  for (let done = 0; done < CHATS; done += BATCH)
    await store.commit(
      Array.from({ length: BATCH }, (_, index) =>
        store.conversations.insert({
          workspaceId: WORKSPACE,
          id: randomUUID(),
          title: `Chat ${done + index}`,
          at: done + index,
        }),
      ),
    )
  const times: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const start = performance.now()
    await app.listChats({ workspaceId: WORKSPACE, limit: 100, after: sample * 100 })
    times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(SAMPLES * 0.95) - 1] ?? 0
}

function section(short: ChatTimes, long: ChatTimes, list: number): Section {
  const row = (name: string, of: (times: ChatTimes) => number) => [
    name,
    round(of(short), 1),
    round(of(long), 1),
    round(of(long) / of(short), 2),
  ]
  const goal = (name: string, of: (times: ChatTimes) => number) => {
    const ratio = round(of(long) / of(short), 2)
    return { name, target: '≤ 1.5', measured: `${ratio}`, met: ratio <= 1.5 }
  }
  return {
    title: 'Long conversations and many of them',
    notes: ['Medians in milliseconds, in a warm process on SQLite with synchronous=FULL; no chat files.'],
    tables: [
      {
        title: 'One conversation',
        columns: ['', `${SHORT * 2} messages`, `${LONG * 2} messages`, 'ratio'],
        rows: [
          row('open the last page', ({ open }) => open),
          row('append a message', ({ append }) => append),
        ],
      },
      {
        title: `A page of 100 among ${CHATS} chats`,
        columns: ['p95'],
        rows: [[round(list, 1)]],
      },
    ],
    goals: [
      goal('open the last page, ratio', ({ open }) => open),
      goal('append a message, ratio', ({ append }) => append),
    ],
  }
}

function instantModel(): ChatModel {
  async function* answer(): ReturnType<ChatModel['answer']> {
    yield { kind: 'text', delta: ANSWER }
    yield { kind: 'finish', sources: [] }
  }
  return { ...offlineChatModel(), answer }
}
