import { type CacheProfile, createMemo, DEFAULT_PROFILES, type Layout } from '@varve/engine'
import { addFloor, EMPTY_FLOOR, type FloorMeter } from '../../../packages/engine/src/cache/floor.ts'
import { weighUsage } from '../../../packages/engine/src/cache/usage.ts'
import { sum } from '../../statistics.ts'
import { listFloorCalls, type ModelCall } from './floor-calls.ts'
import type { Cause, MeasuredCall } from './measured-call.ts'
import { buildInlineRequests, playInline } from './play-inline.ts'
import { playScript } from './play-script.ts'
import type { Script } from './script.ts'

export type LayoutName = Layout | 'inline'

export const LAYOUT_NAMES: readonly LayoutName[] = ['auto', 'ledger', 'library', 'inline']

export const PROFILE_IDS = ['openai-5.6', 'openai', 'anthropic', 'gemini', 'deepseek', 'ollama'] as const

/** One conversation under one layout and one provider's rules, in total. */
export interface Outcome {
  readonly script: string
  readonly layout: LayoutName
  readonly profile: string
  readonly calls: number
  readonly input: number
  readonly uncached: number
  readonly floor: number
  readonly costUSD: number
  /** Cost in tokens by the profile's weights: it has a meaning also where money is zero. */
  readonly weighted: number
  readonly attached: number
  readonly readable: number
  readonly rebases: number
  /** Uncached tokens above the floor by what the call did. */
  readonly excess: ReadonlyMap<Cause, number>
  readonly worst: WorstCall
}

/** The call that is furthest above its floor. */
export interface WorstCall {
  readonly turn: number
  readonly call: number
  readonly uncached: number
  readonly floor: number
  readonly why: string
}

/** All layouts and providers for one conversation. */
export function compareLayouts(script: Script): readonly Outcome[] {
  const memo = createMemo()
  const readings = new Map<string, number>()
  const floorCalls = listFloorCalls(script)
  const inline = buildInlineRequests(script)
  return PROFILE_IDS.flatMap((id) => {
    const profile = DEFAULT_PROFILES[id]
    const floors = floorByCall(floorCalls, profile)
    return LAYOUT_NAMES.map((layout) => {
      const calls =
        layout === 'inline'
          ? playInline(inline, profile)
          : playScript(script, { layout, profile, memo, readings })
      if (calls.length !== floors.length)
        throw new Error(`${script.name}: ${calls.length} calls were planned, ${floors.length} expected.`)
      return totalOf(calls, floors, { script: script.name, layout, profile })
    })
  })
}

/** What each call cannot avoid by a provider's rules; models have caches of their own. */
export function floorByCall(calls: readonly ModelCall[], profile: CacheProfile): readonly number[] {
  const meters = new Map<string, FloorMeter>()
  return calls.map((call) => {
    const before = meters.get(call.model) ?? EMPTY_FLOOR
    const folded = addFloor(before, call, profile)
    const whole = addFloor(before, { ...call, readableTokens: call.unfoldedTokens }, profile)
    const after = whole.uncached < folded.uncached ? whole : folded
    meters.set(call.model, after)
    return after.uncached - before.uncached
  })
}

function totalOf(
  calls: readonly MeasuredCall[],
  floors: readonly number[],
  names: { readonly script: string; readonly layout: LayoutName; readonly profile: CacheProfile },
): Outcome {
  const judged = calls.map((call, index) => ({
    turn: call.turn,
    call: call.call,
    uncached: call.usage.input - call.usage.cached,
    floor: floors[index] ?? 0,
    why: call.why,
    cause: call.cause,
  }))
  const excess = new Map<Cause, number>()
  for (const { cause, uncached, floor } of judged)
    excess.set(cause, (excess.get(cause) ?? 0) + uncached - floor)
  const worst = judged.reduce((a, b) => (b.uncached - b.floor > a.uncached - a.floor ? b : a))
  return {
    ...names,
    profile: names.profile.id,
    calls: calls.length,
    input: sum(calls.map(({ usage }) => usage.input)),
    uncached: sum(judged.map(({ uncached }) => uncached)),
    floor: sum(floors),
    costUSD: sum(calls.map(({ usage }) => usage.costUSD)),
    weighted: sum(calls.map(({ usage }) => weighUsage(usage, names.profile))),
    attached: sum(calls.map(({ attached }) => attached)),
    readable: sum(calls.map(({ readable }) => readable)),
    rebases: calls.filter(({ cause }) => cause.includes('re-base')).length,
    excess,
    worst,
  }
}
