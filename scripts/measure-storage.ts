import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type App, openApp, openStatistics } from '@varve/app'
import { openSimulator } from '@varve/lab'

/**
 * `node scripts/measure-storage.ts [chats] [turns]`: what a turn costs on disk and in time. Chats over notes of 4 KB
 * with the simulator as the provider, each turn with one to three of 30 notes; then the file is looked at.
 */

const MODEL = 'openai/gpt-5.6'
const NOTES = 30
const NOTE_CHARACTERS = 4000
const WORDS = 'tide harbour ledger keel rope chart signal crew cargo buoy lamp deck reef current wind'.split(
  ' ',
)

interface Setting {
  readonly app: App
  readonly workspaceId: string
  readonly notes: readonly string[]
}

async function main(chats: number, turns: number): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'varve-storage-'))
  const simulator = await openSimulator({ port: 0, clock: Date.now })
  if (typeof simulator === 'string') throw new Error(simulator)
  try {
    const vault = join(base, 'vault')
    mkdirSync(vault)
    for (let note = 0; note < NOTES; note += 1) writeFileSync(join(vault, `note-${note}.md`), noteOf(note))
    const database = join(base, 'varve.db')
    const { app, workspaceId } = await openApp({
      database,
      dataFolder: base,
      demo: { vault, name: 'Demo' },
      clock: { now: Date.now },
      newId: randomUUID,
      report: (line) => console.error(line),
      providers: {
        environment: { OPENAI_API_KEY: 'measured', OPENAI_BASE_URL: simulator.baseUrls.openai },
        config: join(base, 'config.json'),
      },
    })
    const notes = filesUnder(vault).filter((path) => path.endsWith('.md'))
    const empty = statSync(database).size
    const start = process.cpuUsage()
    const clock = performance.now()
    for (let chat = 0; chat < chats; chat += 1) await play({ app, workspaceId, notes }, chat, turns)
    await app.writeChatFiles()
    const seconds = (performance.now() - clock) / 1000
    const { user, system } = process.cpuUsage(start)
    await app.close()
    const files = bytesOf(join(base, 'workspaces', workspaceId, 'Varve'))
    print({ database, empty, turns: chats * turns, seconds, cpuSeconds: (user + system) / 1e6, files })
    await printPhases(database)
  } finally {
    await simulator.close()
    rmSync(base, { recursive: true, force: true })
  }
}

async function play({ app, workspaceId, notes }: Setting, chat: number, turns: number): Promise<void> {
  const { id: chatId } = await app.createChat({ workspaceId })
  for (let turn = 0; turn < turns; turn += 1) {
    const attach = Array.from(
      { length: 1 + (turn % 3) },
      (_, index) => notes[(chat * 5 + turn + index) % notes.length],
    )
    const text = `Question ${turn} of chat ${chat}: what do these notes say about the schedule, and who decides?`
    const sent = {
      workspaceId,
      chatId,
      text,
      attach: attach.filter((path) => path !== undefined),
      modelId: MODEL,
    }
    const { answerId } = await app.sendMessage(sent)
    const events = await app.watchAnswer({ workspaceId, answerId, after: 0 })
    for await (const { event } of events ?? []) if (event.kind === 'failed') throw new Error(event.message)
  }
}

interface Measured {
  readonly database: string
  readonly empty: number
  readonly turns: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly files: number
}

function print({ database, empty, turns, seconds, cpuSeconds, files }: Measured): void {
  const connection = new DatabaseSync(database, { readOnly: true })
  const total = statSync(database).size
  console.log(
    `${turns} turns, ${turns / seconds} a second, ${(1000 * cpuSeconds) / turns} ms of processor each`,
  )
  console.log(`${(total - empty) / turns} bytes of database each, ${files / turns} bytes of chat files each`)
  const tables = connection.prepare(`select name from sqlite_schema where type = 'table' order by name`).all()
  for (const { name } of tables as { name: string }[]) {
    const columns = connection.prepare(`select name from pragma_table_info(?)`).all(name) as {
      name: string
    }[]
    const lengths = columns.map((column) => `coalesce(length(cast("${column.name}" as blob)), 0)`).join(' + ')
    const sql = `select count(*) as rows, coalesce(sum(${lengths}), 0) as bytes from "${name}"`
    const { rows, bytes } = connection.prepare(sql).get() as { rows: number; bytes: number }
    if (rows > 0) console.log(`  ${name}: ${rows} rows, ${bytes} bytes, ${bytes / turns} a turn`)
  }
  connection.close()
}

async function printPhases(database: string): Promise<void> {
  const tools = await openStatistics({ database, clock: { now: Date.now } })
  const [measured] = await tools.read({})
  for (const { phase, p50, p95 } of measured?.statistics.phases ?? [])
    console.log(`  ${phase}: p50 ${p50} ms, p95 ${p95} ms`)
  await tools.close()
}

/** The same with each run, and unlike the other notes. */
function noteOf(note: number): string {
  let text = `# Note ${note}\n\n`
  for (let state = note + 1; text.length < NOTE_CHARACTERS; ) {
    state = (state * 48_271) % 2_147_483_647
    text += `${WORDS[state % WORDS.length]}${state % 9 === 0 ? '.\n' : ' '}`
  }
  return text
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

function bytesOf(folder: string): number {
  return filesUnder(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
}

const [chats = '10', turns = '20'] = process.argv.slice(2)
await main(Number(chats), Number(turns))
