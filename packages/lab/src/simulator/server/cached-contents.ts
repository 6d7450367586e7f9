import type { CacheProfile } from '@varve/engine'
import { asList, asObject, asText, type BodyBlock, isObject } from '@varve/providers/internal'
import type { JsonObject } from '@varve/providers'
import { checkContent } from '../check/check-gemini.ts'
import { firstRejection, reject } from '../check/reject.ts'
import type { Rejection } from '../dialect/dialect.ts'

/** A cache object: what a request that names it begins with. */
export interface CachedObject {
  readonly name: string
  readonly model: string
  readonly blocks: readonly BodyBlock[]
  readonly tokens: number
  readonly createTime: number
  readonly updateTime: number
  readonly expireTime: number
}

export type ObjectResult = CachedObject | Rejection

export function isRejection(result: ObjectResult): result is Rejection {
  return 'status' in result
}

/** Gemini's `cachedContents`: objects that are rented for a time, which reading does not lengthen. */
export class CachedContents {
  readonly #objects = new Map<string, CachedObject>()
  #created = 0

  create(
    body: JsonObject,
    context: { readonly blocks: readonly BodyBlock[]; readonly profile: CacheProfile; readonly at: number },
  ): ObjectResult {
    const { blocks, profile, at } = context
    const model = asText(body['model']).replace(/^models\//, '')
    const contents = asList(body['contents']).map(asObject)
    const wrong = firstRejection(contents.map((content, index) => () => checkContent(content, index)))
    if (wrong) return wrong
    const tokens = blocks.reduce((sum, block) => sum + block.tokens, 0)
    if (tokens < profile.minimumTokens)
      return reject(
        `Cached content is too small. total_token_count=${tokens}, min_total_token_count=${profile.minimumTokens}`,
      )
    const expireTime = expiryOf(body, at, profile.lifetimeSeconds)
    if (expireTime === undefined) return reject('Invalid value at cached_content.ttl or expire_time.')
    this.#created += 1
    const name = `cachedContents/sim-${this.#created}`
    const object = { name, model, blocks, tokens, createTime: at, updateTime: at, expireTime }
    this.#objects.set(name, object)
    return object
  }

  get(name: string, at: number): ObjectResult {
    const object = this.#objects.get(name)
    if (object !== undefined && at <= object.expireTime) return object
    this.#objects.delete(name)
    return { status: 404, message: `CachedContent not found (or permission denied): ${name}` }
  }

  /** Only the time to live of an object can be changed. */
  patch(name: string, body: JsonObject, at: number): ObjectResult {
    const object = this.get(name, at)
    if (isRejection(object)) return object
    const expireTime = expiryOf(body, at, undefined)
    if (expireTime === undefined) return reject('Only ttl or expire_time can be updated.')
    const changed = { ...object, updateTime: at, expireTime }
    this.#objects.set(name, changed)
    return changed
  }

  delete(name: string, at: number): Rejection | undefined {
    const object = this.get(name, at)
    if (isRejection(object)) return object
    this.#objects.delete(name)
    return undefined
  }

  list(at: number): readonly CachedObject[] {
    return [...this.#objects.values()].filter(({ expireTime }) => at <= expireTime)
  }
}

/** An object as the API shows it, without its contents. */
export function describeObject(object: CachedObject): JsonObject {
  return {
    name: object.name,
    model: `models/${object.model}`,
    createTime: new Date(object.createTime).toISOString(),
    updateTime: new Date(object.updateTime).toISOString(),
    expireTime: new Date(object.expireTime).toISOString(),
    usageMetadata: { totalTokenCount: object.tokens },
  }
}

/** When the body makes an object expire: `ttl` as `300s`, `expireTime` as a date, else the default. */
function expiryOf(body: JsonObject, at: number, defaultSeconds: number | undefined): number | undefined {
  const inner = isObject(body['cachedContent']) ? body['cachedContent'] : body
  const { ttl, expireTime } = inner
  if (expireTime !== undefined) {
    const time = Date.parse(asText(expireTime))
    return Number.isNaN(time) ? undefined : time
  }
  if (ttl === undefined) return defaultSeconds === undefined ? undefined : at + defaultSeconds * 1000
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(asText(ttl))?.[1]
  return seconds === undefined ? undefined : at + Number(seconds) * 1000
}
