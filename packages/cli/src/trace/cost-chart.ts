import type { CostRow } from '@varve/app'
import { escapeHtml } from './escape-html.ts'
import { layoutWords, showCount, showMoney } from '../show-number.ts'

const WIDTH = 760
const LABEL = 150
const VALUE = 90
const BAR = 20
const GAP = 10
const PARTS = ['cached', 'written', 'uncached', 'output'] as const

type Part = (typeof PARTS)[number]

/** One bar for each layout on one scale: in money, or in weighted tokens where the model is free. */
export function renderCostChart(rows: readonly CostRow[]): string {
  const isFree = rows.every(({ costUSD }) => costUSD === 0)
  const sizes = rows.map((row) => (isFree ? tokensOf(row) : row.money))
  const longest = Math.max(...sizes.map(total), Number.MIN_VALUE)
  const scale = (WIDTH - LABEL - VALUE) / longest
  const height = rows.length * (BAR + GAP)
  const bars = rows.map((row, index) => {
    const size = sizes[index] ?? row.money
    const value = isFree ? `${showCount(total(size))} t` : showMoney(row.costUSD)
    return bar({ row, size, scale, value, top: index * (BAR + GAP) })
  })
  return `<svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(sentence(rows, isFree))}">
${bars.join('\n')}
</svg>`
}

/** Tokens that count as new, so that reading from the cache counts what it costs in time. */
function tokensOf({ weighted, written, uncached, cached }: CostRow): CostRow['money'] {
  const paid = Math.min(weighted, written + uncached)
  return { cached: cached === 0 ? 0 : weighted - paid, written, uncached: paid - written, output: 0 }
}

function total(size: CostRow['money']): number {
  return PARTS.reduce((sum, part) => sum + size[part], 0)
}

function bar(options: {
  readonly row: CostRow
  readonly size: CostRow['money']
  readonly scale: number
  readonly value: string
  readonly top: number
}): string {
  const { row, size, scale, value, top } = options
  const middle = top + BAR / 2
  let left = LABEL
  const pieces = PARTS.map((part: Part) => {
    const width = size[part] * scale
    const piece = `<rect class="${part}" x="${left.toFixed(1)}" y="${top + 0.5}" width="${width.toFixed(1)}" height="${BAR - 1}"/>`
    left += width
    return width >= 0.05 ? piece : ''
  })
  return [
    `<text class="name" x="${LABEL - 12}" y="${middle}" text-anchor="end">${layoutWords(row.layout)}</text>`,
    ...pieces,
    `<text class="value" x="${(left + 8).toFixed(1)}" y="${middle}">${value}</text>`,
  ].join('')
}

function sentence(rows: readonly CostRow[], isFree: boolean): string {
  const parts = rows.map((row) =>
    isFree
      ? `${layoutWords(row.layout)} ${showCount(row.weighted)} weighted tokens`
      : `${layoutWords(row.layout)} ${showMoney(row.costUSD)}`,
  )
  return `Cost by layout: ${parts.join(', ')}.`
}
