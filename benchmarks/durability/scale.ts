import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, type ChatModel, createApp, offlineChatModel } from '@varve/app'
import { openStore, type Store } from '@varve/store'
import { openFolderFiles } from '../../packages/app/src/workspaces/open-folder-files.ts'
import type { Section } from '../report.ts'
import { median, round } from '../statistics.ts'

const LONG = 5000
const SHORT = 50
const CHATS = 100_000
const SAMPLES = 40
/** Of which the fastest counts. */
const OPENS = 3
const WORKSPACE = 'w'
const NARROW = 'narrow'
const NARROW_WINDOW = 4000
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
    models: [instantModel(), narrowModel()],
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
    const wide = await measureBoth(app)
    const narrow = await measureBoth(app, NARROW)
    const list = await measureList(app, store)
    return section({ wide, narrow, list })
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface ChatTimes {
  readonly open: Taken
  readonly append: Taken
}

/** Milliseconds: by the clock, and of processors, which other programs do not disturb. */
interface Taken {
  readonly clock: number
  readonly processor: number
}

interface BothTimes {
  readonly short: ChatTimes
  readonly long: ChatTimes
}

/** In turns, so that whatever else the machine does is the same for both. */
async function measureBoth(app: App, modelId?: string): Promise<BothTimes> {
  const short = await growChat(app, SHORT, modelId)
  const long = await growChat(app, LONG, modelId)
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    await measureChat(app, short)
    await measureChat(app, long)
  }
  return { short: timesOf(short), long: timesOf(long) }
}

interface GrownChat {
  readonly chatId: string
  readonly modelId: string | undefined
  turns: number
  readonly open: Taken[]
  readonly append: Taken[]
}

async function growChat(app: App, turns: number, modelId: string | undefined): Promise<GrownChat> {
  const { id: chatId } = await app.createChat({ workspaceId: WORKSPACE })
  for (let number = 1; number <= turns; number += 1) {
    await ask(app, { chatId, number, modelId })
    if (number % 500 === 0) console.error(`${number} of ${turns} turns`)
  }
  return { chatId, modelId, turns, open: [], append: [] }
}

async function measureChat(app: App, chat: GrownChat): Promise<void> {
  const { chatId, modelId } = chat
  chat.turns += 1
  chat.append.push(await ask(app, { chatId, number: chat.turns, modelId }))
  const opens: Taken[] = []
  for (let count = 0; count < OPENS; count += 1)
    opens.push((await timed(() => app.openChat({ workspaceId: WORKSPACE, chatId }))).taken)
  // Another program may have interrupted one of them.
  chat.open.push(...opens.toSorted((a, b) => a.clock - b.clock).slice(0, 1))
}

async function timed<Result>(
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly taken: Taken }> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  const result = await act()
  const clock = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { result, taken: { clock, processor: (user + system) / 1000 } }
}

function timesOf({ open, append }: GrownChat): ChatTimes {
  return { open: medianOf(open), append: medianOf(append) }
}

function medianOf(all: readonly Taken[]): Taken {
  return {
    clock: median(all.map(({ clock }) => clock)),
    processor: median(all.map(({ processor }) => processor)),
  }
}

interface Asking {
  readonly chatId: string
  readonly number: number
  readonly modelId: string | undefined
}

/** What it took until the message was acknowledged; the answer is waited for. */
async function ask(app: App, { chatId, number, modelId }: Asking): Promise<Taken> {
  const text = `Question ${number}: what of the tide at pier ${number}?`
  const message = { workspaceId: WORKSPACE, chatId, text, attach: [], modelId }
  const { result, taken } = await timed(() => app.sendMessage(message))
  const { answerId } = result
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

interface Measured {
  readonly wide: BothTimes
  /** With a model whose window both conversations fill. */
  readonly narrow: BothTimes
  readonly list: number
}

function section({ wide, narrow, list }: Measured): Section {
  const lines = [
    { name: 'open the last page', from: wide.short.open, to: wide.long.open },
    {
      name: 'append a message, requests of the same length',
      from: narrow.short.append,
      to: narrow.long.append,
    },
    {
      name: 'append a message, requests that grow with the conversation',
      from: wide.short.append,
      to: wide.long.append,
    },
  ]
  return {
    title: 'Long conversations and many of them',
    notes: [
      `Medians in milliseconds, in a warm process on SQLite with synchronous=FULL; no chat files. The two conversations take turns. Load of the machine when it ended: ${round(loadavg()[0] ?? 0, 1)}.`,
      `Requests of the same length: a window of ${NARROW_WINDOW} tokens, which 100 messages fill as 10,000 do. Requests that grow: a window of 128,000 tokens; the long conversation sends many times as much, and building and recording that is part of the time.`,
    ],
    tables: [
      {
        title: 'One conversation',
        columns: ['', `${SHORT * 2} messages`, `${LONG * 2} messages`, 'ratio', 'of processor time'],
        rows: lines.map(({ name, from, to }) => [
          name,
          round(from.clock, 1),
          round(to.clock, 1),
          round(to.clock / from.clock, 2),
          round(to.processor / from.processor, 2),
        ]),
      },
      {
        title: `A page of 100 among ${CHATS} chats`,
        columns: ['p95'],
        rows: [[round(list, 1)]],
      },
    ],
    goals: lines.map(({ name, from, to }) => {
      const ratio = round(to.clock / from.clock, 2)
      return { name: `${name}, ratio`, target: '≤ 1.5', measured: `${ratio}`, met: ratio <= 1.5 }
    }),
  }
}

function instantModel(): ChatModel {
  async function* answer(): ReturnType<ChatModel['answer']> {
    yield { kind: 'text', delta: ANSWER }
    yield { kind: 'finish', sources: [] }
  }
  return { ...offlineChatModel(), answer }
}

/** Sees no more than the last of a conversation. */
function narrowModel(): ChatModel {
  const model = instantModel()
  const spec = { ...model.spec, id: NARROW, window: NARROW_WINDOW, reservedOutput: 500 }
  return { ...model, spec, name: NARROW }
}
