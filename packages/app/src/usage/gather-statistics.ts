import {
  type CallSumView,
  type LayerMeanView,
  type MissView,
  type ModelSumView,
  PHASES,
  type PhaseView,
  type ReasonView,
  type TurnStatisticsView,
} from '@varve/contract'
import type { DivergenceReason, LayerId } from '@varve/engine/internal'
import type { MeasuredCall, SideCallSummary } from '@varve/store'
import { localDay } from '@varve/index'
import { z } from 'zod'
import type { ParseMiss } from '../telemetry/parse-misses.ts'
import { readTurnStatistics } from '../telemetry/read-turn-statistics.ts'
import type { TurnStatistics } from '../telemetry/turn-statistics.ts'
import { epochWords } from '../chat/reason-words.ts'

const amount = z.number().min(0)

/** Usage from a chat file may contain anything. */
const SIDE_CALL_USAGE = z.object({ input: amount, cached: amount, output: amount, costUSD: amount })

/** Adds up calls. */
class CallSum {
  #calls = 0
  #sideCalls = 0
  #failed = 0
  #input = 0
  #cached = 0
  #output = 0
  #costUSD = 0
  #savedUSD = 0

  add({ status, usage }: MeasuredCall): void {
    this.#calls += 1
    if (status === 'failed') this.#failed += 1
    if (!usage) return
    this.#input += usage.input
    this.#cached += usage.cached
    this.#output += usage.output
    this.#costUSD += usage.costUSD
    this.#savedUSD += usage.savedUSD ?? 0
  }

  /** It was paid for like any other call; what its cache saved is not recorded. */
  addSideCall({ error, usage: recorded }: SideCallSummary): void {
    this.#sideCalls += 1
    if (error !== undefined) this.#failed += 1
    const usage = SIDE_CALL_USAGE.safeParse(recorded).data
    if (!usage) return
    this.#input += usage.input
    this.#cached += usage.cached
    this.#output += usage.output
    this.#costUSD += usage.costUSD
  }

  view(): CallSumView {
    return {
      calls: this.#calls,
      sideCalls: this.#sideCalls,
      failed: this.#failed,
      input: this.#input,
      cached: this.#cached,
      output: this.#output,
      cacheShare: share(this.#cached, this.#input),
      costUSD: this.#costUSD,
      savedUSD: this.#savedUSD,
    }
  }
}

/** Sums in all, by model, by day, and by model of a day. */
class DaySums {
  readonly #total = new CallSum()
  readonly #models: ModelSums = new Map()
  readonly #days = new Map<string, { readonly sum: CallSum; readonly models: ModelSums }>()

  /** Every sum that a call of this moment and model is part of. */
  of(at: number, model: ModelOf): readonly CallSum[] {
    const name = localDay(at)
    const day = this.#days.get(name) ?? { sum: new CallSum(), models: new Map() }
    this.#days.set(name, day)
    return [this.#total, day.sum, ofModel(this.#models, model), ofModel(day.models, model)]
  }

  view(): Pick<TurnStatisticsView, 'total' | 'days' | 'models'> {
    const days = [...this.#days].map(([day, { sum, models }]) => ({
      day,
      ...sum.view(),
      models: modelViews(models),
    }))
    return {
      total: this.#total.view(),
      days: days.sort((a, b) => (a.day < b.day ? 1 : -1)),
      models: modelViews(this.#models),
    }
  }
}

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

  addSideCall(call: SideCallSummary): void {
    for (const sum of this.#sums.of(call.at, call)) sum.addSideCall(call)
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

/** The smallest of the values that so many of them do not exceed: a value that occurred, never one between two. */
export function percentile(values: readonly number[], rank: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(rank * sorted.length) - 1)] ?? 0
}

interface ModelOf {
  readonly modelId: string
  readonly modelName: string
}

type ModelSums = Map<string, { readonly modelName: string; readonly sum: CallSum }>

function ofModel(sums: ModelSums, { modelId, modelName }: ModelOf): CallSum {
  const known = sums.get(modelId) ?? { modelName, sum: new CallSum() }
  sums.set(modelId, known)
  return known.sum
}

/** Most calls first. */
function modelViews(sums: ModelSums): readonly ModelSumView[] {
  const views = [...sums].map(([modelId, { modelName, sum }]) => ({ modelId, modelName, ...sum.view() }))
  return views.sort((a, b) => b.calls - a.calls || (a.modelId < b.modelId ? -1 : 1))
}

/** 0 where there is no whole. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
