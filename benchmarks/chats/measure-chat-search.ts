import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '../../packages/store/src/index.ts'
import { parsePlainQuery } from '../../packages/workspace/src/index.ts'
import type { Section } from '../report.ts'
import { round } from '../statistics.ts'
import { fillChats, WORKSPACE } from './fill-chats.ts'

const CHATS = 100_000
const RUNS = 40
const GOAL_MILLISECONDS = 100

interface Measured {
  readonly name: string
  readonly found: number
  readonly times: readonly number[]
}

/** A real database file with as many conversations as nobody has, searched as the page does. */
export async function measureChatSearch(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'varve-bench-chats-'))
  const path = join(folder, 'varve.db')
  const store = await openStore({ path, now: 0 })
  try {
    const began = performance.now()
    const { texts, characters } = await fillChats(store, CHATS)
    const seconds = (performance.now() - began) / 1000
    const measured = [await measureList(store)]
    for (const [name, query] of QUERIES) measured.push(await measureSearch(store, name, query))
    const searches = measured.slice(1).flatMap(({ times }) => times)
    const worst = percentile(searches, 0.95)
    return {
      title: 'Search over chats',
      notes: [
        `${CHATS.toLocaleString('en')} conversations, ${texts.toLocaleString('en')} texts, ${round(characters / 1e6, 0)} million characters; SQLite file of ${round(statSync(path).size / 2 ** 20, 0)} MB, written in ${round(seconds, 0)} s with the index.`,
        `Each search is the first page of 20 chats, ${RUNS} times, read in this process.`,
      ],
      tables: [
        {
          title: 'Milliseconds',
          columns: ['what', 'chats on the page', 'median', 'p95'],
          rows: measured.map(({ name, found, times }) => [
            name,
            found,
            round(percentile(times, 0.5), 2),
            round(percentile(times, 0.95), 2),
          ]),
        },
      ],
      goals: [
        {
          name: 'search p95, all kinds together',
          target: `≤ ${GOAL_MILLISECONDS} ms`,
          measured: `${round(worst, 1)} ms`,
          met: worst <= GOAL_MILLISECONDS,
        },
      ],
    }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Words by how common they are: `w0` is in most texts, `w9000` in few. */
const QUERIES: readonly (readonly [name: string, query: string])[] = [
  ['a word in nearly every chat', 'w0 '],
  ['a common word', 'w20 '],
  ['a rare word', 'w9000 '],
  ['a word that is being typed', 'w90'],
  ['two common words', 'w5 w30 '],
  ['a common and a rare word', 'w1 w8500 '],
  ['two rare words', 'w7000 w8000 '],
  ['three words', 'w3 w200 w400 '],
  ['a word that nobody wrote', 'nobody '],
]

async function measureList(store: Store): Promise<Measured> {
  const list = () => store.conversations.list(WORKSPACE, { limit: 50 })
  const found = (await list()).length
  return { name: 'the list, first 50', found, times: await timesOf(list) }
}

async function measureSearch(store: Store, name: string, query: string): Promise<Measured> {
  const { terms } = parsePlainQuery(query)
  const search = () => store.chatTexts.find({ workspaceId: WORKSPACE, terms, limit: 20 })
  const found = (await search()).chats.length
  return { name, found, times: await timesOf(search) }
}

async function timesOf(act: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now()
    await act()
    times.push(performance.now() - began)
  }
  return times
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
