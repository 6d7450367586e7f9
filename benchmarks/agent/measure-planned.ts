import { type CacheProfile, createMemo, DEFAULT_PROFILES } from '@varve/engine'
import { floorByCall } from '../engine/floor/compare-layouts.ts'
import { listFloorCalls } from '../engine/floor/floor-calls.ts'
import { playScript } from '../engine/floor/play-script.ts'
import type { AgentCase } from './agent-cases.ts'
import { type AgentOutcome, shareOf } from './agent-outcome.ts'

/** Each case through `step`, as every profile's rules predict it. */
export function measurePlanned(cases: readonly AgentCase[]): readonly AgentOutcome[] {
  const memo = createMemo()
  const profiles: readonly CacheProfile[] = Object.values(DEFAULT_PROFILES)
  return profiles.flatMap((profile) =>
    cases.map(({ run, after, script, runTurn }) => {
      const calls = playScript(script, { layout: 'auto', profile, memo, readings: new Map() })
      const floors = floorByCall(listFloorCalls(script), profile)
      const counted = calls.map(({ turn, usage }) => ({ turn, uncached: usage.input - usage.cached }))
      return {
        run,
        after,
        profile: profile.id,
        runShare: shareOf(counted, floors, runTurn),
        afterShare: shareOf(counted, floors, runTurn + 1),
      }
    }),
  )
}
