import {
  loadReplayModels,
  printReplayed,
  readTrace,
  type ReplayModels,
  replayTurns,
  writeBody,
} from '@varve/lab'
import { collectGarbage } from '../collect-garbage.ts'
import type { Section } from '../report.ts'
import { median, round, sum } from '../statistics.ts'
import { makeTrace, TRACE_SHAPES, type TraceShape, TURNS } from './make-trace.ts'

const RUNS = 5
const RATIO_GOAL = 5
const PROVIDERS = ['openai-5.6', 'anthropic'] as const
/** Two megabytes are more than most windows; a second pass lets everything in. */
const WINDOWS = [undefined, 100_000_000] as const

interface Figures {
  readonly shape: TraceShape
  readonly provider: string
  readonly isLimited: boolean
  readonly traceBytes: number
  readonly bodyBytes: number
  readonly replayMs: number
  readonly stringifyMs: number
  /** Median over the runs of one replay by the stringifying right after it. */
  readonly ratio: number
  /** Turns that did not fit, and so have no body. */
  readonly unsent: number
}

/** How long a replay takes, beside stringifying the same bodies once. */
export async function measureReplay(): Promise<Section> {
  const figures: Figures[] = []
  for (const provider of PROVIDERS)
    for (const window of WINDOWS) {
      const models = await loadReplayModels({ provider, ...(window === undefined ? {} : { window }) })
      for (const shape of TRACE_SHAPES) figures.push(await measureOne(shape, models, window === undefined))
    }
  return {
    title: `Replay of a trace of ${TURNS} turns and 2 MB`,
    notes: [
      'Replay: reading the bytes of the trace, planning every turn, building every body through the provider’s converter, printing one line of JSON for each turn, in memory. Stringify: JSON.stringify of the same bodies, each once, from parsed values. The models are loaded before; from run to run only the counts of single words are kept.',
      `Median of ${RUNS} runs in one process, after one that warms up; the ratio is taken within each run.`,
      'The ratio depends on how much larger the bodies are than the trace. Notes that stay in the conversation are sent again in each body, 50 times the trace in all; an edited note is sent as its changes, so that all its bodies together are a few times the trace, and reading, hashing, counting and comparing its 2 MB is most of the work. Tool results: only the last of five calls of a turn is printed, all five are planned.',
      'Window: the model’s own, or none. With its own, the budget ladder cuts what does not fit, so bodies are smaller and turns re-base.',
    ],
    tables: [
      {
        title: 'By provider and content',
        columns: [
          'provider',
          'window',
          'trace',
          'trace MB',
          'bodies MB',
          'unsent',
          'replay ms',
          'stringify ms',
          'ratio',
        ],
        rows: figures.map((one) => [
          one.provider,
          one.isLimited ? 'its own' : 'none',
          one.shape,
          round(one.traceBytes / 1e6, 2),
          round(one.bodyBytes / 1e6, 1),
          one.unsent,
          round(one.replayMs, 0),
          round(one.stringifyMs, 0),
          round(one.ratio, 2),
        ]),
      },
    ],
    goals: TRACE_SHAPES.map((shape) => ratioGoal(figures, shape)),
  }
}

function ratioGoal(figures: readonly Figures[], shape: TraceShape): Section['goals'][number] {
  const ratios = figures.filter((one) => one.shape === shape).map(({ ratio }) => ratio)
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  return {
    name: `replay over stringifying the same bodies once: ${shape}`,
    target: `at most ${RATIO_GOAL}`,
    measured: `${round(least, 2)} to ${round(most, 2)}`,
    met: most <= RATIO_GOAL,
  }
}

async function measureOne(shape: TraceShape, models: ReplayModels, isLimited: boolean): Promise<Figures> {
  const bytes = makeTrace(shape)
  const { bodies, unsent } = await collectBodies(bytes, models)
  const runs: { readonly replayMs: number; readonly stringifyMs: number }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    collectGarbage()
    const started = performance.now()
    await replayAll(bytes, models)
    const replayed = performance.now()
    for (const body of bodies) JSON.stringify(body)
    runs.push({ replayMs: replayed - started, stringifyMs: performance.now() - replayed })
  }
  return {
    shape,
    provider: models.provider,
    isLimited,
    traceBytes: bytes.length,
    bodyBytes: sum(bodies.map((body) => Buffer.byteLength(JSON.stringify(body)))),
    replayMs: median(runs.map(({ replayMs }) => replayMs)),
    stringifyMs: median(runs.map(({ stringifyMs }) => stringifyMs)),
    ratio: median(runs.map(({ replayMs, stringifyMs }) => replayMs / stringifyMs)),
    unsent,
  }
}

/** The length of all that would be printed: asking for it makes each line one flat string. */
async function replayAll(bytes: Uint8Array, models: ReplayModels): Promise<number> {
  let length = 0
  for (const replayed of replayTurns(readTrace(bytes), { models })) {
    if (replayed.kind === 'malformed') throw new Error(replayed.reason)
    length += Buffer.byteLength(await printReplayed(replayed, { writeBody }))
  }
  return length
}

async function collectBodies(
  bytes: Uint8Array,
  models: ReplayModels,
): Promise<{ readonly bodies: readonly unknown[]; readonly unsent: number }> {
  const bodies: unknown[] = []
  let unsent = 0
  for (const replayed of replayTurns(readTrace(bytes), { models })) {
    if (replayed.kind === 'malformed') throw new Error(replayed.reason)
    const last = replayed.plans.at(-1)
    if (replayed.failure || !last) unsent += 1
    else bodies.push(JSON.parse(await writeBody(last, replayed)))
  }
  return { bodies, unsent }
}
