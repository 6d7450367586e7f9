import { REPLAY_PROVIDERS } from '@varve/lab'
import { benchModels } from '../cache/wire/bench-models.ts'
import { countTrace } from '../cache/wire/count-trace.ts'
import { scriptTrace } from '../cache/wire/script-trace.ts'
import { floorByCall } from '../engine/floor/compare-layouts.ts'
import { listFloorCalls } from '../engine/floor/floor-calls.ts'
import { TOKENIZER } from '../engine/floor/setting.ts'
import type { AgentCase } from './agent-cases.ts'
import { type AgentOutcome, shareOf } from './agent-outcome.ts'

/** Each case to the exact bodies of every protocol, as the simulator's caches count them. */
export async function measureWire(cases: readonly AgentCase[]): Promise<readonly AgentOutcome[]> {
  const outcomes: AgentOutcome[] = []
  for (const provider of REPLAY_PROVIDERS) {
    const models = await benchModels(provider, TOKENIZER)
    for (const { run, after, script, runTurn } of cases) {
      const { trace, runner } = scriptTrace(script)
      const calls = await countTrace(trace, { models, layout: 'auto', runner, tokenizer: TOKENIZER })
      const floorCalls = listFloorCalls(script)
      const floors = floorByCall(floorCalls, models.find(floorCalls[0]?.model).spec.profile)
      const counted = calls.map((call) => ({
        turn: call.turn,
        uncached: call.counted.input - call.counted.cached,
      }))
      outcomes.push({
        run,
        after,
        profile: provider,
        runShare: shareOf(counted, floors, runTurn),
        afterShare: shareOf(counted, floors, runTurn + 1),
      })
    }
  }
  return outcomes
}
