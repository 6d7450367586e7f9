import type { ForecastView } from '@varve/server/types'

/** How many of each type: in the message itself, and in what it would bring along. */
export function countMarks(
  forecast: Pick<ForecastView, 'marks' | 'guard'> | undefined,
): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  const add = (type: string, count: number) => counts.set(type, (counts.get(type) ?? 0) + count)
  for (const { type } of forecast?.marks ?? []) add(type, 1)
  for (const { type, place, count } of forecast?.guard?.findings ?? [])
    if (place !== 'message') add(type, count)
  return Object.fromEntries(counts)
}
