import type { Quality } from './metrics.ts'

/** In the order of the columns of every table. */
export function qualityCells({ hit5, recall5, ndcg10, reciprocalRank }: Quality): readonly string[] {
  return [hit5, recall5, ndcg10, reciprocalRank].map((value) => value.toFixed(3))
}
