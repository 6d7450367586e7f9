import {
  callOf,
  type ReplayedTurn,
  type ReplayLayout,
  type ReplayModels,
  type ReplayRunner,
  replayTurns,
  type TraceText,
} from '@varve/lab'
import type { Plan, Tokenizer } from '@varve/engine'
import { type CacheMemory, EMPTY_CACHE_MEMORY } from '@varve/engine/internal'
import { buildRequest, cacheProfileOf, forecastRequest, type Lifetime } from '@varve/providers'
import { CacheBank } from '@varve/lab/simulator'
import { parseTime } from '../../../packages/lab/src/replay/trace-images.ts'
import { traceSteps } from '../../../packages/lab/src/replay/trace-steps.ts'
import { aliveIn } from '../../../packages/app/src/turn/tune-model.ts'
import type { CountedCall, Counts } from './counted-call.ts'
import { AnswerFeed } from './answer-feed.ts'

export interface CountOptions {
  readonly models: ReplayModels
  readonly layout: ReplayLayout
  readonly runner: ReplayRunner
  readonly tokenizer: Tokenizer
  /** Told of each body as it would go over the wire. */
  readonly onBody?: (body: unknown, turn: number) => void
}

/** Replays a trace to the exact bodies and has the simulator's caches count each, beside both predictions. */
export async function countTrace(trace: TraceText, options: CountOptions): Promise<readonly CountedCall[]> {
  const counter = new WireCounter(options)
  const calls: CountedCall[] = []
  let index = 0
  for (const replayed of replayTurns(trace, options)) {
    if (replayed.kind === 'malformed') throw new Error(`line ${replayed.line}: ${replayed.reason}`)
    if (replayed.failure) throw new Error(`turn ${replayed.turn}: ${replayed.failure.message}`)
    const times = callTimes(trace.turns[index]?.turn, options.runner)
    index += 1
    for (const [number, plan] of replayed.plans.entries())
      calls.push(await counter.count(plan, replayed, times[number] ?? times.at(-1) ?? 0))
  }
  return calls
}

/** The caches of one provider, and what the forecast believes of them. */
class WireCounter {
  readonly #bank: CacheBank
  readonly #memories = new Map<string, CacheMemory>()
  /** What the last call of a model asked for. */
  readonly #lifetimes = new Map<string, Lifetime>()
  readonly #feed = new AnswerFeed()

  readonly #onBody: CountOptions['onBody']

  constructor({ tokenizer, onBody }: CountOptions) {
    this.#bank = new CacheBank(tokenizer)
    this.#onBody = onBody
  }

  async count(plan: Plan, replayed: ReplayedTurn, at: number): Promise<CountedCall> {
    const { catalogue } = replayed.model
    const request = await buildRequest(callOf(plan, replayed))
    this.#onBody?.(request.body, replayed.turn)
    const { tokenizer } = this.#bank
    const name = catalogue.wireModel
    const profile = cacheProfileOf(catalogue)
    const blocks = this.#bank.blocks(request.protocol, request.body)
    this.#feed.answer(name, blocks)
    const { protocol, body } = request
    const reading = this.#bank.read({ protocol, body, model: name, profile, blocks, at })
    this.#feed.remember(name, { blocks, at, reading })
    const stored = cacheProfileOf(catalogue, { lifetime: this.#lifetimes.get(name) ?? '5m' })
    const memory = aliveIn(this.#memories.get(name) ?? EMPTY_CACHE_MEMORY, at, stored.lifetimeSeconds)
    this.#lifetimes.set(name, replayed.lifetime ?? '5m')
    const forecast = forecastRequest({ model: catalogue, request, memory, tokenizer, at })
    this.#memories.set(name, forecast.memory)
    return {
      model: name,
      turn: replayed.turn,
      call: plan.call,
      counted: countsOf(reading),
      forecast: countsOf(forecast.usage),
      planned: countsOf(plan.predicted),
      marks: markEnds(blocks),
      profile,
    }
  }
}

/** When each call of a turn is made: the question, then each time results go back. */
function callTimes(
  turn: TraceText['turns'][number]['turn'] | undefined,
  runner: ReplayRunner,
): readonly number[] {
  const at = turn?.at === undefined ? 0 : (parseTime(turn.at) ?? 0)
  const steps =
    runner === 'agent' ? traceSteps(turn?.tools ?? [], { turnId: '', at, fileOf: () => undefined }) : []
  return [at, ...steps.map((step) => step.at)]
}

function countsOf({ input, cached, written, uncached }: Counts): Counts {
  return { input, cached, written, uncached }
}

/** Tokens up to each explicit mark. */
function markEnds(blocks: ReturnType<CacheBank['blocks']>): readonly number[] {
  let end = 0
  return blocks.flatMap(({ tokens, marked }) => {
    end += tokens
    return marked ? [end] : []
  })
}
