import type { ForecastView } from '@varve/server/types'
import { countedFindings, sumOf } from '../rules/guard-words.ts'

type Counts = Readonly<Record<string, number>>

/** What is private in what would be sent, and what would become of it. */
export interface ForeseenFindings {
  readonly words: string
  readonly note: string
  /** The user has to decide. */
  readonly asks: boolean
}

/** By what would become of it; of what comes along only that which is asked about. */
export function foreseenFindings(
  forecast: Pick<ForecastView, 'marks' | 'guard' | 'guarded'> | undefined,
): readonly ForeseenFindings[] {
  const { marks = [], guard, guarded = {} } = forecast ?? {}
  const inMessage = new Map<string, number>()
  for (const { type } of marks) inMessage.set(type, (inMessage.get(type) ?? 0) + 1)
  // The guard counts values wherever they stand; those of the message are at most as many as its marks.
  const ofMessage = (counts: Counts = {}): Counts =>
    Object.fromEntries(
      Object.entries(counts).map(([type, count]) => [type, Math.min(count, inMessage.get(type) ?? 0)]),
    )
  const noted = ofMessage(guarded.noted)
  const found = guard ? added(guard.values, noted) : noted
  const note = guard ? 'asks before sending' : 'sent without asking'
  return [
    ...foreseen(found, { end: ' found', note, asks: guard !== undefined }),
    ...foreseen(ofMessage(guarded.redacted), { note: 'will be redacted' }),
    ...foreseen(ofMessage(guarded.sent), { note: 'will be sent as decided' }),
  ]
}

interface Fate {
  readonly end?: string
  readonly note: string
  readonly asks?: boolean
}

function foreseen(counts: Counts, { end = '', note, asks = false }: Fate): readonly ForeseenFindings[] {
  return sumOf(counts) === 0 ? [] : [{ words: `${countedFindings(counts)}${end}`, note, asks }]
}

function added(first: Counts, second: Counts): Counts {
  const types = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return Object.fromEntries(types.map((type) => [type, (first[type] ?? 0) + (second[type] ?? 0)]))
}
