import { type CacheProfile, createMemo, DEFAULT_PROFILES, type Plan } from '@varve/engine'
import { floorByCall } from '../engine/floor/compare-layouts.ts'
import { listFloorCalls } from '../engine/floor/floor-calls.ts'
import { playScript } from '../engine/floor/play-script.ts'
import type { AgentCase } from './agent-cases.ts'
import { type AgentOutcome, shareOf } from './agent-outcome.ts'
import { type ObjectModel, ObjectRule } from './object-rule.ts'

/** The profile under which nothing but an explicit object is read. */
const OBJECT_ONLY = DEFAULT_PROFILES['gemini-object']

interface WayToCall {
  readonly name: string
  readonly profile: CacheProfile
  /** For one chat. */
  readonly createRule?: () => ObjectRule
}

/** Each case through `step`, as the rules predict it of every profile that the app calls by. */
export function measurePlanned(
  cases: readonly AgentCase[],
  { model, profile }: ObjectModel,
): readonly AgentOutcome[] {
  const profiles: readonly CacheProfile[] = Object.values(DEFAULT_PROFILES)
  const plain = profiles.filter((candidate) => candidate !== OBJECT_ONLY)
  return measureWays(cases, [
    ...plain.map((own) => ({ name: own.id, profile: own })),
    { name: 'gemini, objects on', profile, createRule: () => new ObjectRule(model) },
  ])
}

/** What no call of the app is: one that reads an object of the base and nothing else, also within a run. */
export function measureObjectOnly(cases: readonly AgentCase[]): readonly AgentOutcome[] {
  return measureWays(cases, [{ name: OBJECT_ONLY.id, profile: OBJECT_ONLY }])
}

function measureWays(cases: readonly AgentCase[], ways: readonly WayToCall[]): readonly AgentOutcome[] {
  const memo = createMemo()
  return ways.flatMap(({ name, profile, createRule }) =>
    cases.map(({ run, after, script, runTurn }) => {
      const rule = createRule?.()
      const usageOf = rule && ((plan: Plan, at: number) => rule.usageOf(plan, at))
      const options = { layout: 'auto', profile, memo, readings: new Map<string, number>() } as const
      const calls = playScript(script, { ...options, ...(usageOf ? { usageOf } : {}) })
      const floors = floorByCall(listFloorCalls(script), profile)
      const counted = calls.map(({ turn, usage }) => ({ turn, uncached: usage.input - usage.cached }))
      return {
        run,
        after,
        profile: name,
        runShare: shareOf(counted, floors, runTurn),
        afterShare: shareOf(counted, floors, runTurn + 1),
      }
    }),
  )
}
