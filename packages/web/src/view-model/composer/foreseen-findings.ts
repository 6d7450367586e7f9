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

/**
 * By what would become of it. All that leaves as it is is said here, before it does, also what comes along with the
 * message; of what is redacted only that of the message.
 */
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
  const asked = guard ? added(guard.values, ofMessage(guard.lighter.redacted)) : {}
  const noted = guard ? guard.lighter.sent : guarded.noted
  return [
    ...foreseen(asked, { end: ' found', note: 'asks before sending', asks: true }),
    ...foreseen(ofMessage(guarded.redacted), { note: 'will be redacted' }),
    ...foreseen(noted, { note: 'sent unchanged: not severe enough to ask' }),
    ...foreseen(guarded.sent, { note: 'sent unchanged: you allowed it' }),
  ]
}

interface Fate {
  readonly end?: string
  readonly note: string
  readonly asks?: boolean
}

function foreseen(counts: Counts = {}, { end = '', note, asks = false }: Fate): readonly ForeseenFindings[] {
  return sumOf(counts) === 0 ? [] : [{ words: `${countedFindings(counts)}${end}`, note, asks }]
}

function added(first: Counts, second: Counts): Counts {
  const types = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return Object.fromEntries(types.map((type) => [type, (first[type] ?? 0) + (second[type] ?? 0)]))
}
