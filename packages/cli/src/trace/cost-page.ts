import type { CostReport, CostRow } from '@varve/lab'
import { countOf, showCount, showMoney, showRatio, showShare } from '../text.ts'

const WIDTH = 760
const LABEL = 150
const VALUE = 90
const BAR = 20
const GAP = 10
const PARTS = ['cached', 'written', 'uncached', 'output'] as const

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The design's tokens, light and dark. */
const COST_STYLE = `
:root {
  --bg: oklch(.988 .002 235); --surface: #fff; --line: oklch(.908 .006 230);
  --ink: oklch(.235 .014 235); --ink2: oklch(.405 .016 235); --ink3: oklch(.505 .016 235);
  --cached: oklch(.93 .03 212); --cached-line: oklch(.46 .083 212); --written: oklch(.66 .083 212);
  --uncached: oklch(.235 .014 235); --output: oklch(.72 .006 230);
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: oklch(.208 .009 238); --surface: oklch(.242 .010 238); --line: oklch(.295 .011 238);
    --ink: oklch(.935 .005 230); --ink2: oklch(.795 .010 232); --ink3: oklch(.685 .013 232);
    --cached: oklch(.30 .04 205); --cached-line: oklch(.785 .085 205); --written: oklch(.60 .085 205);
    --uncached: oklch(.935 .005 230); --output: oklch(.46 .010 232);
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 400 13px/20px Inter, system-ui, sans-serif }
main { max-width: 960px; margin: 0 auto; padding: 32px 20px 40px }
h1 { font-size: 24px; line-height: 32px; font-weight: 600; margin: 0 }
h2 { font-size: 16px; line-height: 22px; font-weight: 600; margin: 0 0 16px }
.meta { color: var(--ink3); font-weight: 400; font-size: 12px }
.legend { display: flex; flex-wrap: wrap; gap: 16px; list-style: none; padding: 0; margin: 16px 0; color: var(--ink2) }
.legend li { display: flex; align-items: center; gap: 8px }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin: 0 0 20px }
.chart { width: 100%; height: auto; display: block; margin: 0 0 16px }
.chart text { font-size: 13px; dominant-baseline: central; fill: var(--ink2) }
.chart .value { fill: var(--ink) }
.cached { fill: var(--cached); stroke: var(--cached-line) }
.written { fill: var(--written) }
.uncached { fill: var(--uncached) }
.output { fill: var(--output) }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: right; padding: 4px 8px; border-top: 1px solid var(--line); font-weight: 400; white-space: nowrap }
th:first-child { text-align: left; padding-left: 0 }
thead th { color: var(--ink3); font-size: 11px; line-height: 16px; border: 0 }
`

const TITLE = 'What this conversation costs'

/** A page that needs nothing but itself: no script, no address, colours by what the reader prefers. */
export function renderCostPage(report: CostReport): string {
  const { turns, conversations, rows } = report
  const size = `${countOf(turns, 'turn')} of ${countOf(conversations, 'conversation')}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${TITLE}</title>
<style>${COST_STYLE}</style>
</head>
<body>
<main>
<h1>${TITLE}</h1>
<p class="meta">${size}. Forecast by each provider’s cache rules and list prices; nothing was sent.</p>
${legend()}
${[...Map.groupBy(rows, ({ provider }) => provider).values()].map(section).join('\n')}
</main>
</body>
</html>
`
}

function legend(): string {
  const items = [
    ['cached', 'read from the cache'],
    ['written', 'written into it'],
    ['uncached', 'new'],
    ['output', 'answers'],
  ]
  const item = ([name, words]: readonly string[]): string =>
    `<li><svg width="12" height="12" aria-hidden="true"><rect class="${name}" x=".5" y=".5" width="11" height="11" rx="2"/></svg>${words}</li>`
  return `<ul class="legend">${items.map(item).join('')}</ul>`
}

function section(rows: readonly CostRow[]): string {
  const [first] = rows
  if (!first) return ''
  return `<section>
<h2>${escapeHtml(first.provider)} <span class="meta">${escapeHtml(first.model)}</span></h2>
${renderCostChart(rows)}
<div class="scroll"><table>
<thead><tr><th>layout</th><th>calls</th><th>input</th><th>reused</th><th>written</th><th>new</th><th>hit</th><th>output</th><th>cost</th><th>against</th></tr></thead>
<tbody>
${rows.map(tableRow).join('\n')}
</tbody>
</table></div>
${rows.map(unsentNote).join('')}
</section>`
}

function unsentNote({ layout, unsent }: CostRow): string {
  if (unsent === 0) return ''
  return `<p class="meta">${layoutWords(layout)}: ${showCount(unsent)} turns do not fit the window and are not counted.</p>`
}

function tableRow(row: CostRow): string {
  return `<tr><th scope="row">${layoutWords(row.layout)}</th>${costCells(row)
    .map((cell) => `<td>${cell}</td>`)
    .join('')}</tr>`
}

type Part = (typeof PARTS)[number]

/** One bar for each layout on one scale: in money, or in weighted tokens where the model is free. */
function renderCostChart(rows: readonly CostRow[]): string {
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

/** Escapes a text for HTML or an attribute: names come from a trace that anyone may have written. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

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

/** A layout as people would call it. */
export function layoutWords(layout: string): string {
  return layout === 'inline' ? 'all in last message' : layout
}
