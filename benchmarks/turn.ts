import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import type { Bench } from './report.ts'
import { median, round } from './statistics.ts'

const RUNS = 3
const GOALS = { reads: 12, plain: 12, noted: 20 }

/** What one process measures. Milliseconds of processor time are per turn, from sending to the end of its answer. */
export interface TurnFigures {
  readonly plain: Measured
  readonly noted: Measured
}

interface Measured {
  /** Of the turns of one chat, and the statements of the last one. */
  readonly reads: { readonly perTurn: readonly number[]; readonly texts: readonly string[] }
  readonly milliseconds: number
}

/** What it takes to send a message, here and in another checkout, in turns. */
export const turnBench: Bench = {
  name: 'turn',
  summary:
    'SELECTs before the first byte of a message, processor time of a turn; --against=<checkout> compares',
  flags: ['--against=', '--sql'],
  run: async (flags) => {
    const against = flags.find((flag) => flag.startsWith('--against='))?.slice('--against='.length)
    const now: TurnFigures[] = []
    const before: TurnFigures[] = []
    for (let run = 0; run < RUNS; run += 1) {
      now.push(await measureIn('.'))
      if (against !== undefined) before.push(await measureIn(against))
    }
    if (flags.includes('--sql')) for (const sql of now[0]?.noted.reads.texts ?? []) console.log(sql)
    const rows = [
      figure('SELECTs before the first byte, no attachment', now, before, ({ plain }) => readsOf(plain)),
      figure('SELECTs before the first byte, one note', now, before, ({ noted }) => readsOf(noted)),
      figure('processor ms per turn, no attachment', now, before, ({ plain }) => plain.milliseconds),
      figure('processor ms per turn, one note', now, before, ({ noted }) => noted.milliseconds),
    ]
    const targets = [GOALS.reads, GOALS.reads, GOALS.plain, GOALS.noted]
    return {
      command: 'npm run bench -- turn',
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      sections: [
        {
          title: 'A turn',
          notes: [
            `A real folder, a SQLite file, and a provider in a process of its own; ${RUNS} processes each, in turns, the median of them.`,
            'Processor time is of the whole process: threads, the stream of the answer and chat files included. Nothing is searched by itself, and no model makes titles.',
          ],
          tables: [
            {
              title: 'Per turn',
              columns: ['what', 'here', ...(before.length === 0 ? [] : ['there', 'here / there'])],
              rows: rows.map(({ name, here, there }) => [
                name,
                round(here, 1),
                ...(there === undefined ? [] : [round(there, 1), round(here / there, 2)]),
              ]),
            },
          ],
          goals: rows.map(({ name, here }, index) => {
            const target = targets[index] ?? 0
            return { name, target: `≤ ${target}`, measured: `${round(here, 1)}`, met: here <= target }
          }),
        },
      ],
    }
  },
}

interface Figure {
  readonly name: string
  readonly here: number
  readonly there: number | undefined
}

function figure(
  name: string,
  now: readonly TurnFigures[],
  before: readonly TurnFigures[],
  read: (figures: TurnFigures) => number,
): Figure {
  const there = before.length === 0 ? undefined : median(before.map(read))
  return { name, here: median(now.map(read)), there }
}

function readsOf({ reads }: Measured): number {
  return median(reads.perTurn)
}

/** The figures of one checkout, in a process of its own. */
async function measureIn(root: string): Promise<TurnFigures> {
  const child = fork(new URL('./turn/measure-turn.ts', import.meta.url), [root])
  const [figures] = (await once(child, 'message')) as [TurnFigures]
  if (child.exitCode === null) await once(child, 'exit')
  return figures
}
