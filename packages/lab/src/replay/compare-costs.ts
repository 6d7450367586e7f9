import { priceUsage } from '@varve/engine'
import type { Prediction } from '@varve/engine/internal'
import type { MalformedLine } from './parse-trace-line.ts'
import type { TraceText } from './read-trace.ts'
import type { ReplayRunner } from './conversation-script.ts'
import { type ReplayModels, type ReplayProvider, standInWords } from './replay-models.ts'
import { type ReplayedTurn, type ReplayLayout, replayTurns, warningsOf } from './replay-trace.ts'

/** What is compared: the engine's layouts, and everything in the last message. */
const COST_LAYOUTS = ['auto', 'ledger', 'library', 'inline'] as const satisfies readonly ReplayLayout[]

/** A whole trace under one provider, model and layout. */
export interface CostRow {
  readonly provider: ReplayProvider
  readonly model: string
  readonly layout: ReplayLayout
  readonly calls: number
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly uncached: number
  readonly output: number
  /** Money for what is read from the cache, written into it, new to the model, and said by it. */
  readonly money: {
    readonly cached: number
    readonly written: number
    readonly uncached: number
    readonly output: number
  }
  readonly costUSD: number
  /** Prompt tokens by the provider's weights: a cost also where money is none. */
  readonly weighted: number
  /**
   * Relative to everything in the last message: by money, or by weight where there is no money; `null` where
   * not the same turns could be sent.
   */
  readonly ratio: number | null
  /** Turns that do not fit the window, and so cost nothing. */
  readonly unsent: number
  /** Turns whose marks asked for the longer lifetime, by the pauses before them. */
  readonly longLived: number
}

export interface CostReport {
  readonly conversations: number
  readonly turns: number
  readonly rows: readonly CostRow[]
  /** Of the trace and of the model, each once. */
  readonly warnings: readonly string[]
}

export interface CostOptions {
  readonly models: readonly ReplayModels[]
  /** For every turn; default: each provider's usual one. */
  readonly model?: string
  readonly layouts?: readonly ReplayLayout[]
  readonly runner?: ReplayRunner
}

/** What a trace costs by provider and layout; one model answers all of it, whatever the trace says. */
export function compareCosts(trace: TraceText, options: CostOptions): CostReport | MalformedLine {
  if (trace.malformed) return trace.malformed
  const rows: CostRow[] = []
  const warnings = new Set<string>()
  for (const models of options.models) {
    const measured: CostRow[] = []
    for (const layout of new Set<ReplayLayout>([...(options.layouts ?? COST_LAYOUTS), 'inline'])) {
      const row = measure({ ...options, trace, models, layout, warnings })
      if ('kind' in row) return row
      measured.push(row)
    }
    const inline = measured.find(({ layout }) => layout === 'inline')
    rows.push(...measured.map((row) => ({ ...row, ratio: inline ? ratioOf(row, inline) : null })))
  }
  const conversations = new Set(trace.turns.map(({ turn }) => turn.conversation)).size
  return { conversations, turns: trace.turns.length, rows, warnings: [...warnings] }
}

interface Measurement extends Pick<CostOptions, 'model' | 'runner'> {
  readonly trace: TraceText
  readonly models: ReplayModels
  readonly layout: ReplayLayout
  /** What is found on the way is added. */
  readonly warnings: Set<string>
}

function measure({ trace, models, layout, model, runner, warnings }: Measurement): CostRow | MalformedLine {
  const total = new CostTotal()
  const { provider } = models
  for (const replayed of replayTurns(trace, {
    models,
    layout,
    oneModel: true,
    ...(model === undefined ? {} : { model }),
    ...(runner === undefined ? {} : { runner }),
  })) {
    if (replayed.kind === 'malformed') return replayed
    for (const warning of standInWords(replayed.model)) warnings.add(warning)
    for (const warning of warningsOf(replayed)) warnings.add(`line ${replayed.line}: ${warning}`)
    total.add(replayed)
  }
  return { provider, model: models.find(model).name, layout, ...total.sums() }
}

class CostTotal {
  readonly #usage = {
    calls: 0,
    input: 0,
    cached: 0,
    written: 0,
    uncached: 0,
    output: 0,
    weighted: 0,
    unsent: 0,
    longLived: 0,
  }
  readonly #money = { cached: 0, written: 0, uncached: 0, output: 0 }

  add({ plans, failure, model, said, lifetime }: ReplayedTurn): void {
    const sums = this.#usage
    const { profile, tokenizer } = model.spec
    for (const { predicted } of plans) this.#addCall(predicted, model)
    sums.unsent += failure ? 1 : 0
    sums.longLived += lifetime === '1h' ? 1 : 0
    const last = plans.at(-1)?.predicted
    if (!last) return
    const output = said.reduce((total, text) => total + tokenizer.count(text), 0)
    sums.output += output
    this.#money.output += priceUsage(last, profile, output) - priceUsage(last, profile)
  }

  sums(): Omit<CostRow, 'provider' | 'model' | 'layout'> {
    const { cached, written, uncached, output } = this.#money
    return { ...this.#usage, money: this.#money, costUSD: cached + written + uncached + output, ratio: null }
  }

  #addCall({ input, cached, written, uncached }: Prediction, { spec }: ReplayedTurn['model']): void {
    const { weights } = spec.profile
    const sums = this.#usage
    sums.calls += 1
    sums.input += input
    sums.cached += cached
    sums.written += written
    sums.uncached += uncached
    sums.weighted += cached * weights.read + written * weights.write + uncached * weights.uncached
    const none = { input, cached: 0, written: 0, uncached: 0 }
    this.#money.cached += priceUsage({ ...none, cached }, spec.profile)
    this.#money.written += priceUsage({ ...none, written }, spec.profile)
    this.#money.uncached += priceUsage({ ...none, uncached }, spec.profile)
  }
}

function ratioOf(row: CostRow, inline: CostRow): number | null {
  if (row.unsent !== inline.unsent) return null
  if (inline.costUSD > 0) return row.costUSD / inline.costUSD
  return inline.weighted > 0 ? row.weighted / inline.weighted : 1
}
