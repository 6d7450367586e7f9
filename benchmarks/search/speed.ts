import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../random.ts'
import type { Goal, Section } from '../report.ts'
import { median, round } from '../statistics.ts'
import type { IndexOnce } from './speed/index-once.ts'
import { rawInserts } from './speed/raw-inserts.ts'
import { type SyntheticVault, syntheticVault, writeVault } from './speed/synthetic-vault.ts'

const SIZES = [1000, 10_000, 100_000] as const
const QUERIES = 200
const MEBIBYTE = 1024 * 1024
/** The first index over raw inserts, and no more. */
const GOAL = 2

interface Measured {
  readonly notes: number
  readonly textBytes: number
  readonly raw: number
  readonly first: IndexOnce
  readonly again: IndexOnce
  readonly indexBytes: number
  /** Of the last minute, as the system says: above the number of cores the figures are those of a busy machine. */
  readonly load: number
}

/** Time and memory of the index over synthetic vaults. */
export function measureSearchSpeed(sizes: readonly number[] = SIZES): Section {
  const measured = sizes.map(measure)
  return {
    title: 'Speed of the index',
    notes: [
      'Synthetic vaults, the same in every run: 30,000 words by Zipf’s law, about 170 words a note, links, tags, lists, front matter.',
      'Raw inserts: the same texts from memory into one FTS5 table, 1,000 a transaction. First index: from opening until everything can be found, with walking, reading, hashing, parsing, passages, links and tags; threads included; “threads” is the part of it until those have loaded. What was compiled is cached, as the product does.',
      `Searches: ${QUERIES} questions of 1 to 4 words, frequent and rare, some in quotes, some misspelt, one after another, answers carried between threads included.`,
      'Memory: the most that the process held at once, Node itself included.',
    ],
    tables: [
      {
        title: 'Time and memory',
        columns: [
          'notes',
          'text MB',
          'raw s',
          'first index s',
          'threads s',
          'over raw',
          'restart s',
          'read again',
          'search p50 ms',
          'p95 ms',
          'peak MB',
          'index MB',
          'load',
        ],
        rows: measured.map(row),
      },
    ],
    goals: measured.flatMap(goals),
  }
}

function row(measured: Measured): readonly (string | number)[] {
  const { notes, textBytes, raw, first, again, indexBytes, load } = measured
  return [
    notes.toLocaleString('en-US'),
    round(textBytes / MEBIBYTE, 1),
    round(raw / 1000, 2),
    round(first.milliseconds / 1000, 2),
    round(first.starting / 1000, 2),
    round(first.milliseconds / raw, 2),
    round(again.milliseconds / 1000, 2),
    again.filesRead,
    round(median(again.searches), 1),
    round(percentile(again.searches, 0.95), 1),
    round(Math.max(first.peakBytes, again.peakBytes) / MEBIBYTE, 0),
    round(indexBytes / MEBIBYTE, 1),
    round(load, 1),
  ]
}

function goals({ notes, raw, first, again }: Measured): readonly Goal[] {
  const size = notes.toLocaleString('en-US')
  const times = first.milliseconds / raw
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

function measure(notes: number): Measured {
  const place = mkdtempSync(join(tmpdir(), 'varve-speed-'))
  try {
    const vault = syntheticVault(notes)
    const root = join(place, 'vault')
    writeVault(root, vault)
    const file = join(place, 'index.db')
    const raw = rawInserts(join(place, 'raw.db'), vault)
    warmUp(place)
    const first = indexOnce(root, file, [])
    const load = loadavg()[0] ?? 0
    const again = indexOnce(root, file, questions(vault))
    const textBytes = vault.paths.reduce((sum, _, index) => sum + vault.text(index).length, 0)
    return { notes, textBytes, raw, first, again, indexBytes: statSync(file).size, load }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Whoever uses Varve has started it before: what was compiled then is there. */
function warmUp(place: string): void {
  const root = join(place, 'warm')
  writeVault(root, syntheticVault(10))
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
