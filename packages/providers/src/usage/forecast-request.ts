import { predictUsage, type Tokenizer } from '@varve/engine'
import { AppendLog, type CacheMemory, hashText, type Prediction } from '@varve/engine/internal'
import { cacheProfileOf, type CatalogueModel, type Lifetime } from '../catalogue/catalogue-model.ts'
import type { WireBlock, WireRequest } from '../wire/wire.ts'
import type { BodyScope } from '../protocols/protocol.ts'
import { bodyBlocks, bodyScope } from '../protocols/protocols.ts'

export interface ForecastInput {
  readonly model: CatalogueModel
  readonly request: WireRequest
  /** What the provider is expected to hold for this model. */
  readonly memory: CacheMemory
  readonly tokenizer: Tokenizer
  /** Milliseconds. */
  readonly at: number
  /** The request that makes the cache object which this one names. */
  readonly object?: Pick<WireRequest, 'body'>
}

export interface Forecast {
  readonly usage: Prediction
  readonly memory: CacheMemory
}

/** Predicts usage and cost of a request from its bytes: the same blocks that a provider sees. */
export function forecastRequest(input: ForecastInput): Forecast {
  const { model, request, memory, tokenizer, at, object } = input
  const covered = object ? bodyBlocks('gemini', object.body, tokenizer) : []
  const blocks = [...covered, ...bodyBlocks(request.protocol, request.body, tokenizer)]
  const placed = placeBlocks(blocks, bodyScope(request.protocol, request.body))
  const objectEnd = covered.filter(({ kind }) => kind !== 'tools').length
  const profile = cacheProfileOf(model, {
    lifetime: blocks.some(({ ttl }) => ttl === '1h') ? '1h' : '5m',
    isObject: object !== undefined,
  })
  const known = profile.matchClass === 'unit' ? addAnswerUnits(memory, placed) : memory
  return predictUsage(known, { ...placed, at, ...(object ? { objectEnd } : {}) }, profile)
}

type StoredRequest = CacheMemory['requests'][number]

/**
 * Class `unit` also stores the end of an answer. The next request shows where that is: the model's block
 * right after the previous request is its answer.
 */
function addAnswerUnits(memory: CacheMemory, placed: PlacedBody): CacheMemory {
  const units = memory.requests.flatMap((stored) => {
    if (stored.lead !== placed.leadHash || !beginsWith(placed, stored)) return []
    const block = placed.blocks.get(answerEnd(placed, stored.chains.length) - 1)
    if (block === undefined) return []
    return [{ lead: placed.leadHash, chain: block.chain, end: block.end, usedAt: stored.usedAt }]
  })
  return units.length === 0 ? memory : { ...memory, units: [...memory.units, ...units] }
}

/** Names of prefixes name everything before them, so the last one is enough; they are stored short. */
function beginsWith(placed: PlacedBody, { chains }: StoredRequest): boolean {
  const last = chains.get(chains.length - 1)
  const block = placed.blocks.get(chains.length - 1)
  return last !== undefined && block !== undefined && block.chain.startsWith(last)
}

function answerEnd(placed: PlacedBody, from: number): number {
  let end = from
  while (placed.blocks.get(end)?.role === 'assistant') end += 1
  return end
}

type CacheRequest = Parameters<typeof predictUsage>[1]

type PlacedBlocks = CacheRequest['blocks']

type PlacedBlock = NonNullable<ReturnType<PlacedBlocks['get']>>

/** The blocks of a body as the engine's forecast reads them, with the tool definitions apart. */
interface PlacedBody {
  readonly blocks: PlacedBlocks
  readonly length: number
  readonly leadTokens: number
  readonly leadHash: string
  readonly marks: readonly number[]
}

/**
 * Chains the blocks of a body: each name identifies the whole body up to and including its block. Other parts
 * of a body that a cache compares (`scope`) are included in the names.
 */
function placeBlocks(wireBlocks: readonly WireBlock[], scope: BodyScope): PlacedBody {
  const lead = wireBlocks.filter(({ kind }) => kind === 'tools')
  const rest = wireBlocks.filter(({ kind }) => kind !== 'tools')
  const placed: PlacedBlock[] = []
  const marks: number[] = []
  let chain = ''
  let end = 0
  const firstMessage = rest.findIndex(({ role }) => role !== 'system')
  for (const [index, { role, kind, text, tokens, marked }] of rest.entries()) {
    const name = index === firstMessage ? `${scope.messages}\n${role}` : role
    chain = hashText(`${chain}\n${name}\n${kind}\n${text}`)
    end += tokens
    placed.push({
      role: neutralRole(role),
      part: { kind: 'text', text },
      tokens,
      origin: { piece: 'artifact', turn: 0 },
      chain,
      end,
    })
    if (marked) marks.push(index)
  }
  return {
    blocks: AppendLog.from(placed),
    length: placed.length,
    leadTokens: lead.reduce((sum, { tokens }) => sum + tokens, 0),
    leadHash: hashText([scope.whole, ...lead.map(({ text }) => text)].join('\n')),
    marks,
  }
}

function neutralRole(role: string): PlacedBlock['role'] {
  if (role === 'assistant' || role === 'model') return 'assistant'
  if (role === 'system' || role === 'developer') return 'system'
  return role === 'tool' || role === 'function' ? 'tool' : 'user'
}

const SHORT_SECONDS = 300
const LONG_SECONDS = 3_600
/** More than a few percent: writing at 2 instead of 1.25 is then paid back by what is not written again. */
const PAYING_SHARE = 0.05
/** Fewer gaps than these say nothing. */
const FEWEST_GAPS = 3

/** Which lifetime marks should ask for, by the pauses between the calls so far, in seconds. */
export function chooseLifetime(gapsSeconds: readonly number[]): Lifetime {
  if (gapsSeconds.length < FEWEST_GAPS) return '5m'
  const between = gapsSeconds.filter((gap) => gap > SHORT_SECONDS && gap <= LONG_SECONDS)
  return between.length / gapsSeconds.length > PAYING_SHARE ? '1h' : '5m'
}
