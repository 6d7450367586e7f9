import type { DivergenceReason, LayerId } from '@varve/engine'
import type { MeasuredCall, SideCallSummary } from '@varve/store'
import type { ParseMiss } from '../observe/parse-misses.ts'
import { PHASES } from '../observe/phase-times.ts'
import { readTurnStatistics } from '../observe/read-turn-statistics.ts'
import type { TurnStatistics } from '../observe/turn-statistics.ts'
import { epochWords } from '../turn/reason-words.ts'
import { share } from './call-sum.ts'
import { DaySums } from './day-sums.ts'
import { percentile } from './percentile.ts'
import type {
  LayerMeanView,
  MissView,
  PhaseView,
  ReasonView,
  TurnStatisticsView,
} from './statistics-views.ts'

const LAYERS: readonly LayerId[] = ['L1', 'L2', 'L3', 'L4', 'L5']

type PhaseName = PhaseView['phase']

/** Folds calls into one view. They may come in any order. */
export class GatheredStatistics {
  readonly #turns = new Set<string>()
  readonly #chats = new Set<string>()
  readonly #sums = new DaySums()
  readonly #times = new Map<PhaseName, number[]>()
  readonly #epochs: Counts = new Map()
  readonly #changes: Counts = new Map()
  readonly #misses = new Map<
    string,
    { readonly miss: ParseMiss; count: number; readonly hashes: Set<string> }
  >()
  readonly #layers = { L1: [0, 0], L2: [0, 0], L3: [0, 0], L4: [0, 0], L5: [0, 0] } as Record<
    LayerId,
    [number, number]
  >
  #measured = 0
  #attached = 0
  #referenced = 0
  #compacted = 0

  add(call: MeasuredCall): void {
    const { startedAt, turnId, conversationId, usage } = call
    this.#turns.add(turnId)
    this.#chats.add(conversationId)
    for (const sum of this.#sums.of(startedAt, call)) sum.add(call)
    this.#time('commit', usage?.commitMilliseconds)
    this.#time('first-byte', usage?.firstByteMilliseconds)
    this.#time('answer', usage?.milliseconds)
    const statistics = readTurnStatistics(call.summary)
    if (statistics) this.#measure(statistics)
  }

  addAside(call: SideCallSummary): void {
    for (const sum of this.#sums.of(call.at, call)) sum.addAside(call)
  }

  view(span: Pick<TurnStatisticsView, 'since' | 'until'>): TurnStatisticsView {
    const tokens = LAYERS.reduce((sum, layer) => sum + this.#layers[layer][0], 0)
    return {
      ...span,
      turns: this.#turns.size,
      chats: this.#chats.size,
      ...this.#sums.view(),
      epochs: reasons(this.#epochs),
      changes: reasons(this.#changes),
      phases: this.#phases(),
      layers: this.#layerMeans(),
      dedup: {
        attached: this.#attached,
        referenced: this.#referenced,
        ratio: share(this.#referenced, this.#attached),
      },
      compacted: { tokens: this.#compacted, share: share(this.#compacted, tokens) },
      misses: this.#missViews(),
    }
  }

  #measure(statistics: TurnStatistics): void {
    const { phases, tokens, segments, change, epoch } = statistics
    this.#measured += 1
    this.#attached += statistics.attached
    this.#referenced += statistics.referenced
    this.#compacted += statistics.compacted
    for (const phase of PHASES) if (phase !== 'commit') this.#time(phase, phases[phase])
    for (const layer of LAYERS) {
      this.#layers[layer][0] += tokens[layer]
      this.#layers[layer][1] += segments[layer]
    }
    if (epoch.began) count(this.#epochs, epoch.reason, change)
    if (change.reason !== 'none') count(this.#changes, change.reason, change)
    for (const miss of statistics.misses ?? []) this.#miss(miss)
  }

  #time(phase: PhaseName, milliseconds: number | undefined): void {
    if (milliseconds === undefined) return
    const times = this.#times.get(phase) ?? []
    times.push(milliseconds)
    this.#times.set(phase, times)
  }

  #miss(miss: ParseMiss): void {
    const name = `${miss.kind} ${miss.tag}`
    const known = this.#misses.get(name) ?? { miss, count: 0, hashes: new Set<string>() }
    known.count += 1
    known.hashes.add(miss.hash)
    this.#misses.set(name, known)
  }

  #phases(): readonly PhaseView[] {
    const names: readonly PhaseName[] = [...PHASES, 'first-byte', 'answer']
    return names.flatMap((phase) => {
      const times = this.#times.get(phase)
      if (!times) return []
      return [{ phase, count: times.length, p50: percentile(times, 0.5), p95: percentile(times, 0.95) }]
    })
  }

  #layerMeans(): readonly LayerMeanView[] {
    return LAYERS.map((layer) => ({
      layer,
      tokens: share(this.#layers[layer][0], this.#measured),
      segments: share(this.#layers[layer][1], this.#measured),
    }))
  }

  #missViews(): readonly MissView[] {
    const all = [...this.#misses.entries()].sort(([a], [b]) => (a < b ? -1 : 1))
    return all.map(
      ([
        ,
        {
          miss: { tag, kind },
          count: times,
          hashes,
        },
      ]) => ({
        tag,
        kind,
        count: times,
        distinct: hashes.size,
      }),
    )
  }
}

type Counts = Map<DivergenceReason, { count: number; tokens: number; costUSD: number }>

function count(
  counts: Counts,
  reason: DivergenceReason,
  { tokens, costUSD = 0 }: TurnStatistics['change'],
): void {
  const known = counts.get(reason) ?? { count: 0, tokens: 0, costUSD: 0 }
  known.count += 1
  known.tokens += tokens
  known.costUSD += costUSD
  counts.set(reason, known)
}

function reasons(counts: Counts): readonly ReasonView[] {
  const views = [...counts].map(([reason, sums]) => ({ reason, words: epochWords(reason), ...sums }))
  return views.sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
}
