/** The measures of every table, in the order of `qualityCells`. */
export const COLUMNS = ['hit@5', 'R@5', 'nDCG@10', 'MRR'] as const
