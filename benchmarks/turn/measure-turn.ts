import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as AppPackage from '../../packages/app/src/index.ts'
import type { TurnFigures } from '../turn.ts'

const MODEL = 'openai/gpt-4.1'
const NOTES = 20
const TURNS_OF_A_CHAT = 8
const WARM_UP_CHATS = 6
const CHATS = 12
/** Nobody listens there. */
const NO_PORT = 9

/** Reads that this process runs on its own connections; the writer has a thread of its own. */
const reads: string[] = []
countReads()

const [root = '.'] = process.argv.slice(2)
const { openApp }: typeof AppPackage = await import(
  pathToFileURL(resolve(root, 'packages/app/src/index.ts')).href
)
const figures = await measure()
process.send?.(figures)
process.disconnect?.()

/** A real app on a real folder and database, and a provider in a process of its own. */
async function measure(): Promise<TurnFigures> {
  const simulator = fork(new URL('../attachments/simulator-process.ts', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'varve-bench-turn-'))
  const vault = join(folder, 'vault')
  mkdirSync(vault)
  for (let index = 0; index < NOTES; index += 1) writeFileSync(join(vault, `note ${index}.md`), note(index))
  const calls = { started: () => {} }
  const { app, workspaceId } = await openApp({
    database: join(folder, 'varve.db'),
    dataFolder: join(folder, 'data'),
    demo: { vault, name: 'Bench' },
    clock: { now: Date.now },
    newId: randomUUID,
    report: () => undefined,
    watch: false,
    providers: {
      environment: { OPENAI_API_KEY: 'sk-openai-0123456789', OPENAI_BASE_URL: await addressOf(simulator) },
      localPorts: { ollama: NO_PORT, 'lm-studio': NO_PORT, 'llama-server': NO_PORT },
    },
    observe: ({ kind }) => {
      if (kind === 'call-started') calls.started()
    },
  })
  // Neither a search nor a call for a title belongs to what is measured. Earlier checkouts do not have these settings.
  await app
    .setWorkspaceSettings({ workspaceId, settings: { passagesToCloud: 'never', titles: 'words' } })
    .catch(() => undefined)
  const send = async (chatId: string, turn: number, attach: readonly string[]): Promise<void> => {
    const text = `What does the ${turn}th gauge say about the tide, and since when?`
    const sent = await app.sendMessage({ workspaceId, chatId, text, attach, modelId: MODEL })
    const events = await app.watchAnswer({ workspaceId, answerId: sent.answerId, after: 0 })
    for await (const _ of events ?? []);
  }
  const chat = async (withNote: boolean, between?: () => Promise<void>): Promise<void> => {
    const { id } = await app.createChat({ workspaceId })
    for (let turn = 0; turn < TURNS_OF_A_CHAT; turn += 1) {
      await between?.()
      await send(id, turn, withNote ? [`note ${turn}.md`] : [])
    }
  }
  const timed = async (withNote: boolean): Promise<number> => {
    const { user, system } = process.cpuUsage()
    for (let index = 0; index < CHATS; index += 1) await chat(withNote)
    const now = process.cpuUsage()
    return (now.user - user + now.system - system) / 1000 / (CHATS * TURNS_OF_A_CHAT)
  }
  const counted = async (withNote: boolean): Promise<TurnFigures['plain']['reads']> => {
    const perTurn: number[] = []
    let texts: readonly string[] = []
    calls.started = () => {
      texts = [...reads]
      perTurn.push(texts.length)
    }
    await chat(withNote, async () => {
      await app.writeChatFiles()
      reads.length = 0
    })
    calls.started = () => {}
    return { perTurn, texts }
  }
  try {
    for (let index = 0; index < WARM_UP_CHATS; index += 1) await chat(index % 2 === 1)
    const plain = { reads: await counted(false), milliseconds: await timed(false) }
    const noted = { reads: await counted(true), milliseconds: await timed(true) }
    return { plain, noted }
  } finally {
    await app.close()
    simulator.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function addressOf(simulator: ChildProcess): Promise<string> {
  const [url] = (await once(simulator, 'message')) as [string]
  return url
}

function countReads(): void {
  const prepare = Reflect.get(DatabaseSync.prototype, 'prepare')
  DatabaseSync.prototype.prepare = function (
    this: DatabaseSync,
    ...given: Parameters<DatabaseSync['prepare']>
  ) {
    const statement = Reflect.apply(prepare, this, given)
    const [sql] = given
    if (!/^\s*(?:select|with)\b/i.test(sql)) return statement
    return new Proxy(statement, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        return (...parameters: unknown[]): unknown => {
          if (name === 'all' || name === 'get' || name === 'iterate') reads.push(sql)
          return Reflect.apply(value, target, parameters)
        }
      },
    })
  }
}

function note(index: number): string {
  const lines = Array.from(
    { length: 60 },
    (_, line) =>
      `${line}. The gauge at pier ${index * 60 + line} has told the tide well since it was mended.`,
  )
  return `---\ntags: [gauges]\n---\n# Gauge ${index}\n\n${lines.join('\n')}\n\nSee [[note ${(index + 1) % NOTES}]].\n`
}
