/** How well one ranking answers one task. */
export interface Quality {
  /** Whether one of the wanted is among the first five. */
  readonly hit5: number
  /** The share of the wanted among the first five. */
  readonly recall5: number
  readonly ndcg10: number
  /** One over the place of the first wanted. */
  readonly reciprocalRank: number
}

/** Ranked and wanted are names; each wanted one counts alike. */
export function measureRanking(ranked: readonly string[], wanted: readonly string[]): Quality {
  const relevant = new Set(wanted)
  const found = ranked.slice(0, 5).filter((name) => relevant.has(name)).length
  const first = ranked.findIndex((name) => relevant.has(name))
  let gain = 0
  let ideal = 0
  for (let place = 0; place < 10; place++) {
    const discount = 1 / Math.log2(place + 2)
    if (relevant.has(ranked[place] ?? '')) gain += discount
    if (place < relevant.size) ideal += discount
  }
  return {
    hit5: found > 0 ? 1 : 0,
    recall5: found / relevant.size,
    ndcg10: gain / ideal,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
  }
}

export function meanQuality(values: readonly Quality[]): Quality {
  const mean = (pick: (value: Quality) => number): number =>
    values.reduce((sum, value) => sum + pick(value), 0) / Math.max(1, values.length)
  return {
    hit5: mean((value) => value.hit5),
    recall5: mean((value) => value.recall5),
    ndcg10: mean((value) => value.ndcg10),
    reciprocalRank: mean((value) => value.reciprocalRank),
  }
}
