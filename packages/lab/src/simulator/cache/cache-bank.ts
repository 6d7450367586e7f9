import type { CacheProfile, Tokenizer } from '@varve/engine'
import { asObject, asText, type BodyBlock, bodyBlocks, type BodyScope } from '@varve/providers/internal'
import { bodyScope, type JsonObject, type WireProtocol } from '@varve/providers'
import { type CacheMark, type CachePrompt, type CacheReading, PromptCache } from './prompt-cache.ts'

/** One request to be looked up. */
export interface BankRequest {
  readonly protocol: WireProtocol
  readonly model: string
  readonly profile: CacheProfile
  readonly body: JsonObject
  /** What the provider reads of the body, where that is not all of it. */
  readonly blocks?: readonly BodyBlock[]
  readonly at: number
}

export interface BankReading extends CacheReading {
  readonly input: number
  readonly uncached: number
  /** Takes the blocks of the answer, which some providers store as well. */
  readonly addAnswer: (answer: readonly BodyBlock[], at: number) => void
}

/** The caches of all models that a simulator serves. */
export class CacheBank {
  readonly tokenizer: Tokenizer
  readonly #caches = new Map<string, PromptCache>()
  /** One copy of each name, however often it is sent. */
  readonly #names = new Map<string, string>()

  constructor(tokenizer: Tokenizer) {
    this.tokenizer = rememberCounts(tokenizer)
  }

  blocks(protocol: WireProtocol, body: JsonObject): readonly BodyBlock[] {
    return bodyBlocks(protocol, body, this.tokenizer)
  }

  read(request: BankRequest): BankReading {
    const { protocol, model, profile, body, at } = request
    const blocks = request.blocks ?? this.blocks(protocol, body)
    const scope = bodyScope(protocol, body)
    const cache = this.#cacheOf([protocol, model, profile.id, scope.whole].join('\n'), profile)
    const prompt = promptOf({ ...request, blocks, scope, name: (block) => this.#nameBlock(block) })
    const reading = cache.read(prompt)
    const input = prompt.tokens.reduce((sum, tokens) => sum + tokens, 0)
    return {
      ...reading,
      input,
      uncached: input - reading.cached - reading.written,
      addAnswer: (answer, answeredAt) => {
        const names = answer.map((block) => this.#nameBlock(block))
        cache.addAnswer(prompt, names, Math.max(at, answeredAt))
      },
    }
  }

  #cacheOf(name: string, profile: CacheProfile): PromptCache {
    const cache = this.#caches.get(name) ?? new PromptCache(profile)
    this.#caches.set(name, cache)
    return cache
  }

  #nameBlock({ role, kind, text }: BodyBlock): string {
    const name = `${role}\n${kind}\n${text}`
    const known = this.#names.get(name)
    if (known === undefined) this.#names.set(name, name)
    return known ?? name
  }
}

function promptOf(
  request: BankRequest & {
    readonly blocks: readonly BodyBlock[]
    readonly scope: BodyScope
    readonly name: (block: BodyBlock) => string
  },
): CachePrompt {
  const { blocks, scope, profile, body, at, name } = request
  const firstMessage = blocks.findIndex(({ kind, role }) => kind !== 'tools' && role !== 'system')
  return {
    names: blocks.map((block, index) =>
      index === firstMessage ? `${scope.messages}\n${name(block)}` : name(block),
    ),
    tokens: blocks.map(({ tokens }) => tokens),
    marks: marksOf(blocks, profile, body),
    toolBlocks: blocks[0]?.kind === 'tools' ? 1 : 0,
    at,
    lifetimeSeconds: body['prompt_cache_retention'] === '24h' ? 86_400 : profile.lifetimeSeconds,
  }
}

/** The marks in a body, plus the one that a provider sets by default. */
function marksOf(
  blocks: readonly BodyBlock[],
  profile: CacheProfile,
  body: JsonObject,
): readonly CacheMark[] {
  const options = asObject(body['prompt_cache_options'])
  const marks = blocks.flatMap((block, index) =>
    block.marked
      ? [{ index, lifetimeSeconds: lifetimeOf(block.ttl ?? asText(options['ttl']), profile) }]
      : [],
  )
  const last = blocks.length - 1
  if (!profile.implicitMark || options['mode'] === 'explicit' || last < 0) return marks
  if (marks.some(({ index }) => index === last)) return marks
  return [...marks, { index: last, lifetimeSeconds: lifetimeOf(asText(options['ttl']), profile) }]
}

function lifetimeOf(ttl: string, profile: CacheProfile): number {
  if (ttl === '1h') return profile.longLifetimeSeconds ?? 3600
  return ttl === '12h' ? 43_200 : profile.lifetimeSeconds
}

/** A conversation sends the same blocks again and again; each is counted once. */
function rememberCounts(tokenizer: Tokenizer): Tokenizer {
  const counts = new Map<string, number>()
  return {
    id: tokenizer.id,
    count: (text) => {
      const count = counts.get(text) ?? tokenizer.count(text)
      counts.set(text, count)
      return count
    },
  }
}
