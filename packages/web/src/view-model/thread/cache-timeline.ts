import type { AnswerView, TurnView } from '@varve/contract'

export interface TimelineRow {
  readonly turn: number
  readonly turnId: string
  readonly answerId: string
  readonly status: AnswerView['status']
  /** Absent for what was sent before epochs were kept with answers. */
  readonly epoch: number | undefined
  readonly broke: NonNullable<AnswerView['prefix']>['broke']
  /** Absent while the answer streams, and if nothing was counted: it failed or was imported. */
  readonly tokens:
    | { readonly input: number; readonly reused: number; readonly written: number; readonly fresh: number }
    | undefined
  readonly costUSD: number
  /** The same with nothing cached. */
  readonly fullUSD: number
}

export interface CacheTimeline {
  readonly rows: readonly TimelineRow[]
  /** The value of the longest bar. */
  readonly most: number
  readonly costUSD: number
  readonly fullUSD: number
}

/** What one model reused and read again in each turn of a thread, on one scale. Turns that it did not answer are left out. */
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

/** The answer that the chat continues from, else the model's last one. */
function answerOf({ answer, answers }: TurnView, modelId: string): AnswerView | undefined {
  return answer.modelId === modelId ? answer : answers.findLast((each) => each.modelId === modelId)
}

function rowOf({ number, id: turnId }: TurnView, { id, status, usage, prefix }: AnswerView): TimelineRow {
  return {
    turn: number,
    turnId,
    answerId: id,
    status,
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

/** How many rows at the beginning are not drawn at first: never the one on show, whose break opens in place. */
export function hiddenRows(
  rows: readonly TimelineRow[],
  shown: { readonly answerId: string; readonly most: number },
): number {
  const place = rows.findIndex(({ answerId }) => answerId === shown.answerId)
  const hidden = Math.max(0, rows.length - shown.most)
  return place === -1 ? hidden : Math.min(hidden, place)
}
