import { type CacheMemory, type CacheProfile, type ModelSpec } from '@varve/engine'
import { type CatalogueModel, cacheProfileOf, chooseLifetime, type Lifetime } from '@varve/providers'

export interface LifetimeInput {
  readonly model: CatalogueModel
  /** What the last call of this model in this chat asked for. */
  readonly previous: Lifetime | undefined
  /** When this model was called in this chat, oldest first; milliseconds. */
  readonly startTimes: readonly number[]
}

/**
 * How long marks ask to be remembered; undefined where there is no choice. Once a chat has gone over to the
 * longer lifetime it stays there: what is stored for an hour is then refreshed and read as such.
 */
export function lifetimeFor({ model, previous, startTimes }: LifetimeInput): Lifetime | undefined {
  const { marks, lifetime = 'auto' } = model.cache
  if (!marks || cacheProfileOf(model).longLifetimeSeconds === undefined) return undefined
  if (lifetime !== 'auto') return lifetime
  return previous === '1h' ? '1h' : chooseLifetime(gapsOf(startTimes))
}

/**
 * The cache rules for a call. In the call that goes over to the longer lifetime, what is written costs as much
 * as that, but what is stored was stored for the shorter one.
 */
export function profileFor(
  model: CatalogueModel,
  {
    lifetime,
    previous,
  }: { readonly lifetime: Lifetime | undefined; readonly previous: Lifetime | undefined },
): CacheProfile {
  if (lifetime !== '1h') return cacheProfileOf(model)
  const long = cacheProfileOf(model, { lifetime })
  return previous === '1h' ? long : { ...long, lifetimeSeconds: cacheProfileOf(model).lifetimeSeconds }
}

/** What of a memory is still there at a time, by the lifetime that it was stored for. */
export function aliveIn(memory: CacheMemory, at: number, lifetimeSeconds: number): CacheMemory {
  const isAlive = ({ usedAt }: { readonly usedAt: number }): boolean => at - usedAt <= lifetimeSeconds * 1000
  return {
    ...memory,
    requests: memory.requests.filter(isAlive),
    marks: memory.marks.filter(isAlive),
    units: memory.units.filter(isAlive),
  }
}

/**
 * How many tokens to keep free: where the newest factor says that a plan's own count falls short, and for what
 * nobody knows yet of how the provider counts. [B-1]
 */
export function marginFor(
  { window, reservedOutput }: Pick<ModelSpec, 'window' | 'reservedOutput'>,
  { planned, newest, doubt }: { readonly planned: number; readonly newest: number; readonly doubt: number },
): number {
  const counted = Math.min(1, planned / newest)
  return Math.ceil((window - reservedOutput) * (1 - counted * (1 - doubt)))
}

function gapsOf(times: readonly number[]): readonly number[] {
  return times.slice(1).map((time, index) => (time - (times[index] ?? time)) / 1000)
}
