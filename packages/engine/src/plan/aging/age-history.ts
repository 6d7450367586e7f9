import type { State, TurnRecord } from '../../state/state.ts'
import { withoutForgotten } from '../writing/without-forgotten.ts'
import { type AgedResult, ageToolResults, callsOf } from './age-tools.ts'

/** Turns whose tool traffic was shortened, by number, and everything that was shortened. */
export interface AgedHistory {
  readonly turns: ReadonlyMap<number, TurnRecord>
  readonly open: TurnRecord
  readonly aged: readonly AgedResult[]
}

/** Goes back from the open turn: the latest calls stay whole, whichever turn they belong to. [B-2] */
export function ageHistory(options: {
  readonly state: State
  readonly record: TurnRecord
  readonly model: string
  /** Older turns are folded to one line for each call anyway. */
  readonly wholeFrom: number
  readonly readTool?: string
}): AgedHistory {
  const { state, record, model } = options
  const hint = options.readTool === undefined ? {} : { readTool: options.readTool }
  const open = ageToolResults(record, { callsAfter: 0, model, ...hint })
  const turns = new Map<number, TurnRecord>()
  const aged = [...open.aged]
  let callsAfter = callsOf(record, model)
  for (let number = state.history.length; number >= Math.max(1, options.wholeFrom); number -= 1) {
    const closed = state.history.get(number - 1)
    if (!closed) continue
    const past = withoutForgotten(closed, state)
    const calls = callsOf(past, model)
    if (calls > 0) {
      const result = ageToolResults(past, { callsAfter, model, ...hint })
      turns.set(number, result.record)
      aged.push(...result.aged)
    }
    callsAfter += calls
  }
  return { turns, open: open.record, aged }
}
