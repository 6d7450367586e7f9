import type { CostReport, CostRow } from '@varve/app'
import { renderCostChart } from './cost-chart.ts'
import { costCells } from './cost-cells.ts'
import { COST_STYLE } from './cost-style.ts'
import { escapeHtml } from './escape-html.ts'
import { countOf, layoutWords, showCount } from '../show-number.ts'

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
