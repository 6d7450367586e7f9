import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../random.ts'
import type { Goal, Section } from '../report.ts'
import { median, round } from '../statistics.ts'
import type { IndexOnce } from './speed/index-once.ts'
import { type RawInserts, rawInserts } from './speed/raw-inserts.ts'
import { type SyntheticVault, syntheticVault, writeVault } from './speed/synthetic-vault.ts'

/** How many notes, and how often a first index and raw inserts are measured, one right after the other. */
const SIZES: readonly (readonly [notes: number, times: number])[] = [
  [1000, 7],
  [10_000, 3],
  [100_000, 1],
]
const QUERIES = 200
const MEBIBYTE = 1024 * 1024
/** The first index over raw inserts, and no more. */
const GOAL = 2

interface Pair {
  readonly raw: RawInserts
  readonly first: IndexOnce
}

interface Measured {
  readonly notes: number
  readonly textBytes: number
  readonly pairs: readonly Pair[]
  readonly again: IndexOnce
  readonly indexBytes: number
  /** Of the last minute, as the system says: above the number of cores the figures are those of a busy machine. */
  readonly load: number
}

/** Time and memory of the index over synthetic vaults. */
export function measureSearchSpeed(sizes = SIZES): Section {
  const measured = sizes.map(([notes, times]) => measure(notes, times))
  return {
    title: 'Speed of the index',
    notes: [
      'Synthetic vaults, the same in every run: 30,000 words by Zipf’s law, about 170 words a note, links, tags, lists, front matter.',
      'Raw inserts: path and whole text of each note, from memory, into one FTS5 table (the index’s tokenizer, text stored) of a file with a write-ahead log, 1,000 a transaction; making the texts, reading files, opening the file and creating the table are not counted.',
      'First index: in a new process, from opening until everything can be found, with its threads, walking, reading, hashing, parsing, passages, links and tags. What was compiled is cached, as the product does.',
      `Each first index right after raw inserts of the same notes, ${sizes.map(([, times]) => times).join(', ')} times; figures are medians of these pairs. “Threads” is the part of a first index until its writing thread has loaded and opened the file, “rest over raw” leaves that out, “CPU over raw” compares the processor’s time of all threads.`,
      `Searches: ${QUERIES} questions of 1 to 4 words, frequent and rare, some in quotes, some misspelt, one after another, answers carried between threads included.`,
      'Memory: the most that the process held at once, Node itself included.',
    ],
    tables: [
      {
        title: 'First index',
        columns: [
          'notes',
          'text MB',
          'raw s',
          'first index s',
          'threads s',
          'rest s',
          'over raw',
          'rest over raw',
          'CPU over raw',
          'load',
        ],
        rows: measured.map(firstRow),
      },
      {
        title: 'Restart, search and memory',
        columns: ['notes', 'restart s', 'read again', 'search p50 ms', 'p95 ms', 'peak MB', 'index MB'],
        rows: measured.map(againRow),
      },
    ],
    goals: measured.flatMap(goals),
  }
}

function firstRow(measured: Measured): readonly (string | number)[] {
  const { notes, textBytes, pairs, load } = measured
  const middle = (value: (pair: Pair) => number): number => median(pairs.map(value))
  const rest = ({ first }: Pair): number => first.milliseconds - first.starting
  return [
    notes.toLocaleString('en-US'),
    round(textBytes / MEBIBYTE, 1),
    round(middle(({ raw }) => raw.milliseconds) / 1000, 3),
    round(middle(({ first }) => first.milliseconds) / 1000, 3),
    round(middle(({ first }) => first.starting) / 1000, 3),
    round(middle(rest) / 1000, 3),
    round(timesRaw(pairs), 2),
    round(
      middle((pair) => rest(pair) / pair.raw.milliseconds),
      2,
    ),
    round(
      middle(({ raw, first }) => first.processor / raw.processor),
      2,
    ),
    round(load, 1),
  ]
}

function againRow({ notes, pairs, again, indexBytes }: Measured): readonly (string | number)[] {
  const peak = Math.max(again.peakBytes, ...pairs.map(({ first }) => first.peakBytes))
  return [
    notes.toLocaleString('en-US'),
    round(again.milliseconds / 1000, 2),
    again.filesRead,
    round(median(again.searches), 1),
    round(percentile(again.searches, 0.95), 1),
    round(peak / MEBIBYTE, 0),
    round(indexBytes / MEBIBYTE, 1),
  ]
}

function timesRaw(pairs: readonly Pair[]): number {
  return median(pairs.map(({ raw, first }) => first.milliseconds / raw.milliseconds))
}

function goals({ notes, pairs, again }: Measured): readonly Goal[] {
  const size = notes.toLocaleString('en-US')
  const times = timesRaw(pairs)
  return [
    {
      name: `first index of ${size} notes over raw FTS5 inserts`,
      target: `≤ ${GOAL} ×`,
      measured: `${round(times, 2)} ×`,
      met: times <= GOAL,
    },
    {
      name: `files read again after a restart, ${size} notes`,
      target: '0',
      measured: String(again.filesRead),
      met: again.filesRead === 0,
    },
  ]
}

function measure(notes: number, times: number): Measured {
  const place = mkdtempSync(join(tmpdir(), 'varve-speed-'))
  try {
    const vault = syntheticVault(notes)
    const root = join(place, 'vault')
    writeVault(root, vault)
    warmUp(place)
    const file = join(place, 'index.db')
    const pairs = Array.from({ length: times }, () => {
      removeDatabase(file)
      const raw = rawInserts(join(place, 'raw.db'), vault)
      removeDatabase(join(place, 'raw.db'))
      return { raw, first: indexOnce(root, file, []) }
    })
    const load = loadavg()[0] ?? 0
    const again = indexOnce(root, file, questions(vault))
    const textBytes = vault.paths.reduce((sum, _, index) => sum + vault.text(index).length, 0)
    return { notes, textBytes, pairs, again, indexBytes: statSync(file).size, load }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function removeDatabase(file: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true })
}

/** Whoever uses Varve has started it before: what was compiled then is there. */
function warmUp(place: string): void {
  const root = join(place, 'warm')
  writeVault(root, syntheticVault(200))
  indexOnce(root, join(place, 'warm.db'), [])
}

function indexOnce(root: string, file: string, queries: readonly string[]): IndexOnce {
  const child = new URL('./speed/index-once.ts', import.meta.url).pathname
  const output = execFileSync(process.execPath, [child, root, file, JSON.stringify(queries)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'varve-bench-compiled') },
  })
  return JSON.parse(output) as IndexOnce
}

function questions({ words }: SyntheticVault): readonly string[] {
  const random = createRandom(11)
  const word = (): string => words[Math.floor(words.length ** (random.below(1000) / 1000)) - 1] ?? ''
  return Array.from({ length: QUERIES }, (_, index) => {
    const some = Array.from({ length: 1 + (index % 4) }, word)
    if (index % 10 === 3) return `"${some.join(' ')}"`
    // Two letters changed places.
    if (index % 10 === 7) return some.join(' ').replace(/(.)(.)(\S*)$/, '$2$1$3')
    return some.join(' ')
  })
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
