import type { AnswerView, TurnView } from '@varve/server/types'

export interface TimelineRow {
  readonly turn: number
  readonly answerId: string
  /** Absent for what was sent before epochs were kept with answers. */
  readonly epoch: number | undefined
  readonly broke: NonNullable<AnswerView['prefix']>['broke']
  /** Absent while the answer comes. */
  readonly tokens:
    | { readonly input: number; readonly reused: number; readonly written: number; readonly fresh: number }
    | undefined
  readonly costUSD: number
  /** The same with nothing cached. */
  readonly fullUSD: number
}

export interface CacheTimeline {
  readonly rows: readonly TimelineRow[]
  /** What the longest bar stands for. */
  readonly most: number
  readonly costUSD: number
  readonly fullUSD: number
}

/** What one model reused and read anew in each turn of a thread, on one scale. Turns that it did not answer are left out. */
export function cacheTimeline(turns: readonly TurnView[], modelId: string): CacheTimeline {
  const rows = turns.flatMap((turn) => {
    const answer = answerOf(turn, modelId)
    return answer ? [rowOf(turn, answer)] : []
  })
  const sum = (of: (row: TimelineRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    rows,
    most: Math.max(1, ...rows.map(({ tokens }) => tokens?.input ?? 0)),
    costUSD: sum(({ costUSD }) => costUSD),
    fullUSD: sum(({ fullUSD }) => fullUSD),
  }
}

/** The one that the thread goes on with, else the last that this model gave. */
function answerOf({ answer, answers }: TurnView, modelId: string): AnswerView | undefined {
  return answer.modelId === modelId ? answer : answers.findLast((each) => each.modelId === modelId)
}

function rowOf({ number }: TurnView, { id, usage, prefix }: AnswerView): TimelineRow {
  return {
    turn: number,
    answerId: id,
    epoch: prefix?.epoch,
    broke: prefix?.broke,
    tokens: usage && {
      input: usage.input,
      reused: usage.cached,
      written: usage.written ?? 0,
      fresh: usage.uncached ?? Math.max(0, usage.input - usage.cached - (usage.written ?? 0)),
    },
    costUSD: usage?.costUSD ?? 0,
    fullUSD: (usage?.costUSD ?? 0) + (usage?.savedUSD ?? 0),
  }
}
