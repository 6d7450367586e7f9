import {
  type CacheProfile,
  createArtifact,
  createMemo,
  createState,
  DEFAULT_PROFILES,
  type ModelSpec,
  step,
} from '@varve/engine'
import { encodeState, type JsonValue } from '@varve/engine/internal'
import { packJson, PackMemo } from '../../../packages/store/src/index.ts'
import { liveHeapBytes } from '../../collect-garbage.ts'
import { createRandom } from '../../random.ts'
import type { Section } from '../../report.ts'
import { median, round } from '../../statistics.ts'
import { SECTIONS, TOKENIZER } from '../floor/setting.ts'

const WINDOWS = { 'not yet full': Number.POSITIVE_INFINITY, full: 16_000 } as const
const PLACES = [100, 2000] as const
/** Turns before each place that are measured. */
const SAMPLES = 40
const NOTE_EVERY = 10
const GOAL = 1.3
const GAP = 60_000

interface Measured {
  /** Of a processor, for a turn from message to answer, its state put into pages included. */
  readonly milliseconds: number
  /** Of texts and pages that a turn adds to storage. */
  readonly bytes: number
  /** That the chat holds in memory, for each of its turns. */
  readonly heap: number
}

interface LongChat {
  readonly profile: string
  readonly window: string
  readonly short: Measured
  readonly long: Measured
}

/** A long chat costs what a short one costs: time, bytes and memory of a turn, by the rules of each provider. [C-1] */
export function measureLongChat(): Section {
  const chats = Object.values(DEFAULT_PROFILES).flatMap((profile) =>
    Object.entries(WINDOWS).map(([name, window]) => growChat(profile, name, window)),
  )
  return {
    title: 'A turn after 100 and after 2,000 turns',
    notes: [
      `Turns of some 150 words with the next of 40 notes every ${NOTE_EVERY}th, each planned, answered and put into pages as it is stored. Medians of ${SAMPLES} turns; processor time.`,
      `Full: a window of ${WINDOWS.full.toLocaleString('en')} tokens, where nearly all turns are summarized and each message recalls some of them.`,
      'Bytes: texts and pages that storage does not hold yet, and the root that names them; memory: what the chat so far holds after garbage collection, divided by its turns.',
    ],
    tables: [
      {
        title: 'By provider',
        columns: [
          'profile',
          'window',
          ...PLACES.map((turns) => `ms, ${turns} turns`),
          'ratio',
          ...PLACES.map((turns) => `KB, ${turns} turns`),
          'ratio',
          ...PLACES.map((turns) => `KB of memory, ${turns} turns`),
          'ratio',
        ],
        rows: chats.map(({ profile, window, short, long }) => [
          profile,
          window,
          ...cells(short.milliseconds, long.milliseconds),
          ...cells(short.bytes / 1000, long.bytes / 1000),
          ...cells(short.heap / 1000, long.heap / 1000),
        ]),
      },
    ],
    goals: (['milliseconds', 'bytes', 'heap'] as const).map((field) => {
      const worst = chats.reduce((a, b) => (growth(b, field) > growth(a, field) ? b : a))
      return {
        name: `2,000 over 100 turns, ${NAMES[field]}, with every profile`,
        target: `at most ${GOAL}`,
        measured: `${round(growth(worst, field), 2)} (${worst.profile}, window ${worst.window})`,
        met: growth(worst, field) <= GOAL,
      }
    }),
  }
}

const NAMES = { milliseconds: 'time', bytes: 'bytes stored', heap: 'memory' } as const

function growth({ short, long }: LongChat, field: keyof Measured): number {
  return long[field] / short[field]
}

function cells(short: number, long: number): readonly number[] {
  return [round(short, 2), round(long, 2), round(long / short, 2)]
}

function growChat(profile: CacheProfile, name: string, window: number): LongChat {
  const model: ModelSpec = {
    id: 'model',
    window,
    reservedOutput: 0,
    vision: false,
    tokenizer: TOKENIZER,
    profile,
    layout: 'auto',
  }
  const random = createRandom(11)
  const memo = createMemo()
  const pages = new PackMemo()
  const encoded = new WeakMap<object, JsonValue>()
  const stored = new Set<string>()
  const words = (count: number): string =>
    Array.from({ length: count }, () => `w${Math.floor(Math.exp(random.below(9000) / 1000))}`).join(' ')
  const notes = Array.from({ length: 40 }, (_, index) =>
    createArtifact({ kind: 'note', source: { path: `note ${index}.md` }, content: words(300) }),
  )
  let state = createState({ conversationId: 'long' })
  let samples: { milliseconds: number; bytes: number }[] = []
  const empty = liveHeapBytes()
  const measured: Measured[] = []
  const turn = (number: number): { milliseconds: number; bytes: number } => {
    const note = number % NOTE_EVERY === 0 ? notes[(number / NOTE_EVERY) % notes.length] : undefined
    const [turnId, at] = [`turn-${number}`, number * GAP]
    const [text, answer] = [`What about ${words(40)}?`, words(110)]
    const start = process.cpuUsage()
    const attach = note ? [{ artifact: note }] : []
    const input = { kind: 'turn', turnId, at, text, sections: SECTIONS, attach, models: [model] } as const
    const asked = step(state, input, { memo })
    if (asked.plans.length === 0) throw asked.failures[0]
    const answers = [{ model: model.id, text: answer }]
    state = step(asked.state, { kind: 'answer', turnId, at, answers, chosen: model.id }, { memo }).state
    let bytes = 0
    for (const one of [asked.state, state]) {
      const { root, objects, settle } = packJson(encodeState(one, encoded), pages)
      const missing = new Map([...objects].filter(([hash]) => !stored.has(hash)))
      settle(new Set(missing.keys()))
      for (const [hash, object] of missing) {
        stored.add(hash)
        bytes += object.length
      }
      bytes += JSON.stringify(root).length
    }
    const { user, system } = process.cpuUsage(start)
    return { milliseconds: (user + system) / 1000, bytes }
  }
  for (let number = 1; number <= Math.max(...PLACES); number += 1) {
    const place = PLACES.find((one) => number > one - SAMPLES && number <= one)
    const sample = turn(number)
    if (place === undefined) continue
    samples.push(sample)
    if (number !== place) continue
    measured.push({
      milliseconds: median(samples.map(({ milliseconds }) => milliseconds)),
      bytes: median(samples.map(({ bytes }) => bytes)),
      heap: (liveHeapBytes() - empty) / place,
    })
    samples = []
  }
  const [short, long] = measured
  if (!short || !long) throw new Error('A chat was not played to its end.')
  return { profile: profile.id, window: name, short, long }
}
