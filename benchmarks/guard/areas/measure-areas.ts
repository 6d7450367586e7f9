import { type CompiledAreas, detectAreas, type DetectOptions } from '@varve/areas'
import type { AreaCase } from './area-cases.ts'

export interface AreaFigures {
  /** Questions with an area. */
  readonly asked: number
  readonly first: number
  readonly firstThree: number
  /** Among the first three of all, sure or not: what a list to choose from would begin with. */
  readonly ranked: number
  /** Questions with an area for which none was given. */
  readonly silent: number
  /** Texts about nothing. */
  readonly idle: number
  readonly falseAlarms: number
}

/** Mean confidence beside how often the first area was right, for a band of confidence. */
export interface ConfidenceBand {
  readonly from: number
  readonly count: number
  readonly confidence: number
  readonly right: number
}

export function measureAreas(
  compiled: CompiledAreas,
  cases: readonly AreaCase[],
  options?: DetectOptions,
): AreaFigures {
  const counts = { asked: 0, first: 0, firstThree: 0, ranked: 0, silent: 0, idle: 0, falseAlarms: 0 }
  for (const { text, areas: wanted } of cases) {
    const found = detectAreas(compiled, text, options).areas.map(({ pack, id }) => `${pack}/${id}`)
    if (wanted.length === 0) {
      counts.idle += 1
      if (found.length > 0) counts.falseAlarms += 1
      continue
    }
    counts.asked += 1
    if (found.length === 0) counts.silent += 1
    if (found.slice(0, 1).some((area) => wanted.includes(area))) counts.first += 1
    if (found.slice(0, 3).some((area) => wanted.includes(area))) counts.firstThree += 1
    const all = detectAreas(compiled, text, { ...options, threshold: 0, limit: 3 }).areas
    if (all.some(({ pack, id }) => wanted.includes(`${pack}/${id}`))) counts.ranked += 1
  }
  return counts
}

const BANDS = [0, 0.5, 0.7, 0.85, 0.95] as const

/** Whether a confidence means what it says. */
export function measureConfidence(
  compiled: CompiledAreas,
  cases: readonly AreaCase[],
): readonly ConfidenceBand[] {
  const answers = cases.flatMap(({ text, areas: wanted }) => {
    const [best] = detectAreas(compiled, text).areas
    return best ? [{ confidence: best.confidence, isRight: wanted.includes(`${best.pack}/${best.id}`) }] : []
  })
  return BANDS.map((from, index) => {
    const below = BANDS[index + 1] ?? Number.POSITIVE_INFINITY
    const own = answers.filter(({ confidence }) => confidence >= from && confidence < below)
    const count = own.length
    const total = own.reduce((sum, { confidence }) => sum + confidence, 0)
    const right = own.filter(({ isRight }) => isRight).length
    return { from, count, confidence: total / Math.max(1, count), right: right / Math.max(1, count) }
  })
}
