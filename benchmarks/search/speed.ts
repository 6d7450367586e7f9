import type { Goal, Section } from '../report.ts'
import { median, round } from '../statistics.ts'
import { type MeasuredVault, measureVault, type Pair, QUERIES } from './speed/measure-vault.ts'

/** How many notes, and how often a first index and raw inserts are measured, one right after the other. */
const SIZES: readonly (readonly [notes: number, times: number])[] = [
  [1000, 7],
  [10_000, 3],
  [100_000, 1],
]
const MEBIBYTE = 1024 * 1024
/** A small workspace is there at once, a large one takes little longer than its text alone. */
const GOALS = { seconds: [1000, 1], timesRaw: [100_000, 1.3] } as const

/** Time and memory of the index over synthetic vaults. */
export function measureSearchSpeed(sizes = SIZES): Section {
  const measured = sizes.map(([notes, times]) => measureVault(notes, times))
  return {
    title: 'Speed of the index',
    notes: [
      'Synthetic vaults, the same in every run: 30,000 words by Zipf’s law, about 170 words a note, links, tags, lists, front matter.',
      'Raw inserts: path and whole text of each note, from memory, into one FTS5 table (the index’s tokenizer, text stored) of a file with a write-ahead log, 1,000 a transaction; reading files, opening the file and creating the table are not counted. “Reading” is what reading the same files one after another took.',
      'First index: from opening until everything can be found, with its threads, walking, reading, hashing, parsing, passages, links and tags. What was compiled is cached, as the product does.',
      `Each first index in a new process, right after raw inserts of the same notes, ${sizes.map(([, times]) => times).join(', ')} times; figures are medians of these pairs. “Threads” is the part of a first index until its writing thread has loaded and opened the file, “rest over raw” leaves that out, “CPU over raw” compares the processor’s time of all threads: on a busy machine it says more than the clock does.`,
      `Searches: ${QUERIES} questions of 1 to 4 words, frequent and rare, some in quotes, some misspelt, one after another, answers carried between threads included.`,
      'Memory: the most that a process held at once, Node itself included.',
    ],
    tables: [
      {
        title: 'First index',
        columns: [
          'notes',
          'text MB',
          'raw s',
          'reading s',
          'first index s',
          'threads s',
          'over raw',
          'over raw + reading',
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

function firstRow({ notes, pairs, textBytes, load }: MeasuredVault): readonly (string | number)[] {
  const middle = (value: (pair: Pair) => number): number => median(pairs.map(value))
  return [
    notes.toLocaleString('en-US'),
    round(textBytes / MEBIBYTE, 1),
    round(middle(({ raw }) => raw.milliseconds) / 1000, 3),
    round(middle(({ raw }) => raw.reading) / 1000, 3),
    round(middle(({ first }) => first.milliseconds) / 1000, 3),
    round(middle(({ first }) => first.starting) / 1000, 3),
    round(timesRaw(pairs), 2),
    round(
      middle(({ raw, first }) => first.milliseconds / (raw.milliseconds + raw.reading)),
      2,
    ),
    round(
      middle(({ raw, first }) => (first.milliseconds - first.starting) / raw.milliseconds),
      2,
    ),
    round(
      middle(({ raw, first }) => first.processor / raw.processor),
      2,
    ),
    round(load, 1),
  ]
}

function againRow({ notes, pairs, again, indexBytes }: MeasuredVault): readonly (string | number)[] {
  const peaks = pairs.map(({ first }) => first.peakBytes)
  return [
    notes.toLocaleString('en-US'),
    round(again.milliseconds / 1000, 2),
    again.filesRead,
    round(median(again.searches), 1),
    round(percentile(again.searches, 0.95), 1),
    round(Math.max(again.peakBytes, ...peaks) / MEBIBYTE, 0),
    round(indexBytes / MEBIBYTE, 1),
  ]
}

function timesRaw(pairs: readonly Pair[]): number {
  return median(pairs.map(({ raw, first }) => first.milliseconds / raw.milliseconds))
}

function goals({ notes, pairs, again }: MeasuredVault): readonly Goal[] {
  const size = notes.toLocaleString('en-US')
  const times = timesRaw(pairs)
  const seconds = median(pairs.map(({ first }) => first.milliseconds)) / 1000
  return [
    ...(notes === GOALS.seconds[0]
      ? [
          {
            name: `${size} notes can be searched in a new process`,
            target: `< ${GOALS.seconds[1]} s`,
            measured: `${round(seconds, 2)} s`,
            met: seconds < GOALS.seconds[1],
          },
        ]
      : []),
    ...(notes === GOALS.timesRaw[0]
      ? [
          {
            name: `first index of ${size} notes over raw FTS5 inserts`,
            target: `≤ ${GOALS.timesRaw[1]} ×`,
            measured: `${round(times, 2)} ×`,
            met: times <= GOALS.timesRaw[1],
          },
        ]
      : []),
    {
      name: `files read again after a restart, ${size} notes`,
      target: '0',
      measured: String(again.filesRead),
      met: again.filesRead === 0,
    },
  ]
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
