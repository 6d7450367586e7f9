import type { CostRow } from '@varve/app'
import { showCount, showMoney, showRatio, showShare } from '../show-number.ts'

/** What the columns of figures are called, in a table and in a page. */
export const COST_COLUMNS = [
  'calls',
  'input',
  'reused',
  'written',
  'new',
  'hit',
  'output',
  'cost',
  'against',
] as const

/** The figures of a row, one for each of `COST_COLUMNS`. */
export function costCells(row: CostRow): readonly string[] {
  return [
    showCount(row.calls),
    showCount(row.input),
    showCount(row.cached),
    showCount(row.written),
    showCount(row.uncached),
    showShare(row.cached, row.input),
    showCount(row.output),
    showMoney(row.costUSD),
    showRatio(row.ratio),
  ]
}
