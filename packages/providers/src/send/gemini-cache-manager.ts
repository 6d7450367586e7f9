import { hashText, stableJson } from '@varve/engine/internal'
import { z } from 'zod'
import { cacheProfileOf, type CatalogueModel } from '../catalogue/catalogue-model.ts'
import { buildCacheObject } from './build-request.ts'
import type { CachedContent, CallInput } from '../request/call-input.ts'

/** Names the base of an epoch: any difference is another object. */
export interface CacheObjectKey {
  readonly conversation: string
  readonly systemHash: string
  readonly libraryHash: string
  readonly toolsHash: string
}

/** An object as it is kept by the caller, so that it can be deleted after a restart. */
export interface CacheObjectRecord {
  readonly conversation: string
  readonly model: string
  /** Hash of the whole key. */
  readonly key: string
  readonly name: string
  readonly blocks: number
  readonly tokens: number
  /** Milliseconds. */
  readonly expiresAt: number
}

/** Where records are kept; one conversation has one object for each model. */
export interface CacheObjectStore {
  readonly list: (conversation: string) => Promise<readonly CacheObjectRecord[]>
  readonly save: (record: CacheObjectRecord) => Promise<void>
  readonly remove: (record: CacheObjectRecord) => Promise<void>
}

export interface ManagerOptions {
  readonly fetch: typeof globalThis.fetch
  readonly baseUrl: string
  readonly key: string
  readonly now: () => number
  readonly store: CacheObjectStore
  readonly lifetimeSeconds?: number
}

export interface EnsureInput {
  readonly key: CacheObjectKey
  readonly call: CallInput
  /** How many blocks of the messages the base holds. */
  readonly blocks: number
  readonly baseTokens: number
  /** Calls that are likely within the lifetime, this one included. */
  readonly expectedCalls: number
  /** The share of what could be found again that the provider did find, without an object; none where it is not known. */
  readonly implicitHits?: number
}

const DEFAULT_LIFETIME = 3_600
/** An object with less of its life left than this is renewed. */
const RENEWAL_SHARE = 0.25
/** Gemini's status for an unknown object and for someone else's alike. */
const GONE: ReadonlySet<number> = new Set([403, 404])
const createdSchema = z.looseObject({ name: z.string().min(1) })

/**
 * Keeps explicit cache objects at Gemini: made when the base is large enough and the calls to come pay for it,
 * renewed while they do, replaced when an epoch begins, deleted with the chat. Whatever the provider fails
 * at only means that a request goes without an object.
 */
export class GeminiCacheManager {
  readonly #options: ManagerOptions

  constructor(options: ManagerOptions) {
    this.#options = options
  }

  /** The object that is known for a base; nothing is made, and the provider is not asked. */
  async find(key: CacheObjectKey, model: CatalogueModel): Promise<CachedContent | undefined> {
    const name = keyName(key, model)
    const { store, now } = this.#options
    const records = await store.list(key.conversation)
    const record = records.find((known) => known.key === name && known.expiresAt > now())
    return record && toContent(record)
  }

  /** The object for the base of a call, made if that pays; nothing where the call goes without one. */
  async ensure(input: EnsureInput): Promise<CachedContent | undefined> {
    const { call, key, blocks } = input
    if (!call.model.cache.object) return undefined
    const name = keyName(key, call.model)
    const known = (await this.#options.store.list(key.conversation)).filter(
      (record) => record.model === call.model.id,
    )
    const current = known.find((record) => record.key === name && record.expiresAt > this.#options.now())
    for (const record of known) if (record !== current) await this.#delete(record)
    const isPaying = paysForObject(input, this.#lifetime)
    if (current) return isPaying ? this.#renewed(current) : toContent(current)
    if (!isPaying) return undefined
    const created = await this.#create(call, blocks)
    if (created === undefined) return undefined
    const place = { conversation: key.conversation, model: call.model.id, key: name }
    const record = { ...place, name: created, blocks, tokens: input.baseTokens }
    const expiresAt = this.#options.now() + this.#lifetime * 1_000
    try {
      await this.#options.store.save({ ...record, expiresAt })
    } catch (error) {
      // Nobody would know of it, and it is paid for by the hour.
      await this.#send('DELETE', `/${created}`)
      throw error
    }
    return { name: created, blocks }
  }

  /** The provider no longer knows an object. */
  async forget(conversation: string, name: string): Promise<void> {
    for (const record of await this.#options.store.list(conversation))
      if (record.name === name) await this.#options.store.remove(record)
  }

  /** Deletes all objects of a chat, at the provider too. */
  async deleteConversation(conversation: string): Promise<void> {
    for (const record of await this.#options.store.list(conversation)) await this.#delete(record)
  }

  get #lifetime(): number {
    return this.#options.lifetimeSeconds ?? DEFAULT_LIFETIME
  }

  async #create(call: CallInput, blocks: number): Promise<string | undefined> {
    const { body } = await buildCacheObject(call, blocks)
    const text = JSON.stringify({ ...body, ttl: `${this.#lifetime}s` })
    const response = await this.#send('POST', '/cachedContents', text)
    if (!response?.ok) return undefined
    const parsed = createdSchema.safeParse(await response.json().catch(() => undefined))
    return parsed.data?.name
  }

  async #renewed(record: CacheObjectRecord): Promise<CachedContent> {
    const { now, store } = this.#options
    const left = record.expiresAt - now()
    if (left > this.#lifetime * 1_000 * RENEWAL_SHARE) return toContent(record)
    const ttl = JSON.stringify({ ttl: `${this.#lifetime}s` })
    const response = await this.#send('PATCH', `/${record.name}?updateMask=ttl`, ttl)
    if (response?.ok) await store.save({ ...record, expiresAt: now() + this.#lifetime * 1_000 })
    return toContent(record)
  }

  /** What could not be deleted stays written down, and is tried again until its life is over. */
  async #delete(record: CacheObjectRecord): Promise<void> {
    if (record.expiresAt > this.#options.now()) {
      const response = await this.#send('DELETE', `/${record.name}`)
      if (!response || !(response.ok || GONE.has(response.status))) return
    }
    await this.#options.store.remove(record)
  }

  /** An object is a saving, never a condition: without an answer there is none. */
  async #send(method: string, path: string, body?: string): Promise<Response | undefined> {
    const { fetch, baseUrl, key } = this.#options
    try {
      return await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
        ...(body === undefined ? {} : { body }),
      })
    } catch {
      return undefined
    }
  }
}

/**
 * Without an object the base is paid in full at each call, but for what the provider finds again by itself. With one it
 * is paid once, then read at the lower rate each time, and stored for its whole life.
 */
export function paysForObject(
  {
    call,
    baseTokens,
    expectedCalls,
    implicitHits = 0,
  }: Pick<EnsureInput, 'baseTokens' | 'expectedCalls' | 'implicitHits'> & {
    readonly call: Pick<CallInput, 'model'>
  },
  lifetimeSeconds: number,
): boolean {
  const { minimumTokens, rates, price } = cacheProfileOf(call.model satisfies CatalogueModel)
  if (baseTokens < minimumTokens) return false
  const without = expectedCalls * price.input * (1 - implicitHits * (1 - rates.read))
  const storage = price.storagePerHour * (lifetimeSeconds / 3_600)
  return price.input * (1 + expectedCalls * rates.read) + storage < without
}

function keyName(key: CacheObjectKey, model: CatalogueModel): string {
  return hashText(stableJson({ ...key, model: model.id }))
}

function toContent({ name, blocks }: CacheObjectRecord): CachedContent {
  return { name, blocks }
}
