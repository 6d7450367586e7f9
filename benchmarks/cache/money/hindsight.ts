import {
  type CacheProfile,
  createMemo,
  createState,
  type ModelSpec,
  type Plan,
  type State,
} from '@varve/engine'
import { commonBlocks } from '../../../packages/engine/src/plan/plan-call.ts'
import type { ScriptedTurn } from '../../../packages/lab/src/replay/conversation-script.ts'
import { foldTurn } from '../../../packages/lab/src/replay/fold-turn.ts'
import { sum } from '../../statistics.ts'

/** The calls of one turn as they were planned. */
type Calls = readonly Plan[]

/** Rent that no price exceeds: the epoch is never left for money. */
const NO_RENT = -1e15

/** A conversation's requests under every choice of when to begin an epoch, to be priced under any provider's rules. */
export interface Plans {
  readonly turns: readonly ScriptedTurn[]
  /** `from[start][turn - start]`: the calls of a turn in the epoch that began with turn `start`. */
  readonly from: readonly (readonly Calls[])[]
}

/**
 * All that a layout with these forms could have sent: an epoch begun at any turn and then only appended to, where a
 * finished turn's tool results are folded as `auto` does.
 */
export function planEveryEpoch(turns: readonly ScriptedTurn[], model: ModelSpec): Plans {
  const memo = createMemo(1_000_000)
  const play = (state: State, turn: ScriptedTurn, begin: boolean) => {
    const input = begin ? { ...turn.input, rebase: 'settings' as const } : turn.input
    const options = { model, branch: 'main', caches: {}, memo }
    const { folded, plans } = foldTurn({ state, kept: new Map() }, { ...turn, input }, options)
    const epoch = folded.state.epochs[model.id]
    const epochs = epoch ? { [model.id]: { ...epoch, rent: NO_RENT } } : {}
    return { plans, state: { ...folded.state, epochs } }
  }
  const before: State[] = [createState({ conversationId: 'hindsight' })]
  for (const turn of turns) before.push(play(before.at(-1) as State, turn, false).state)
  const from = turns.map((_first, start) => {
    let state = before[start] as State
    return turns.slice(start).map((turn, index) => {
      const played = play(state, turn, index === 0 && start > 0)
      state = played.state
      return played.plans
    })
  })
  return { turns, from }
}

/** The least that these requests could have cost, had all that came been known: the best turns to begin epochs with. */
export function cheapestPlan({ turns, from }: Plans, profile: CacheProfile): number {
  const costOf = (start: number, turn: number, before: Plan | undefined): number =>
    priceTurn(turns, turn, from[start]?.[turn - start] ?? [], before, profile)
  const last = (start: number, turn: number): Plan | undefined => from[start]?.[turn - start]?.at(-1)
  // The cost of all turns before `turn`, where the epoch of the turn before it began with `start`.
  const reached: number[] = turns.map(() => Number.POSITIVE_INFINITY)
  reached[0] = costOf(0, 0, undefined)
  for (let turn = 1; turn < turns.length; turn += 1) {
    const begun = reached
      .slice(0, turn)
      .map((cost, start) => cost + costOf(turn, turn, last(start, turn - 1)))
    for (let start = 0; start < turn; start += 1)
      reached[start] = (reached[start] ?? 0) + costOf(start, turn, last(start, turn - 1))
    reached[turn] = Math.min(...begun)
  }
  return Math.min(...reached)
}

/** What a conversation cost as it was planned, by the same rule. */
export function plannedCost(
  turns: readonly ScriptedTurn[],
  calls: readonly Calls[],
  profile: CacheProfile,
): number {
  return sum(
    turns.map((_turn, index) =>
      priceTurn(turns, index, calls[index] ?? [], calls[index - 1]?.at(-1), profile),
    ),
  )
}

/** Weighted tokens of a turn's calls: what a call shares with the one before it is read, the rest is paid in full. */
function priceTurn(
  turns: readonly ScriptedTurn[],
  index: number,
  calls: Calls,
  before: Plan | undefined,
  { weights, matchClass, minimumTokens, stepTokens, lifetimeSeconds }: CacheProfile,
): number {
  const timesOf = (turn: ScriptedTurn | undefined): readonly number[] =>
    turn ? [turn.input.at, ...turn.steps.map(({ at }) => at)] : []
  const times = timesOf(turns[index])
  let previous = before
  let lastAt = timesOf(turns[index - 1]).at(-1) ?? Number.NEGATIVE_INFINITY
  let cost = 0
  for (const [number, plan] of calls.entries()) {
    const at = times[number] ?? lastAt
    const isWarm = at - lastAt <= lifetimeSeconds * 1000
    const common = previous && isWarm ? sharedTokens(previous, plan) : 0
    const read = common < minimumTokens ? 0 : common - (common % stepTokens)
    const isWritten = matchClass === 'breakpoint' && plan.tokens >= minimumTokens
    cost += weights.read * read + (isWritten ? weights.write : weights.uncached) * (plan.tokens - read)
    previous = plan
    lastAt = at
  }
  return cost
}

function sharedTokens(a: Plan, b: Plan): number {
  const count = commonBlocks(
    { blocks: a.blocks, length: a.blocks.length },
    { blocks: b.blocks, length: b.blocks.length },
  )
  return count === 0 ? 0 : b.leadTokens + (b.blocks.get(count - 1)?.end ?? 0)
}
