const WIDTH = 640
const ROW = 34

/** What each way to lay out a chat costs, over what nobody can avoid. */
export interface MoneyChart {
  readonly name: string
  readonly inline: number
  readonly ledger: number
  readonly auto: number
  readonly best: number
}

const BARS = [
  { name: 'Everything in the last message', color: '#b5482f', value: 'inline' },
  { name: 'ledger: only append', color: '#c9973a', value: 'ledger' },
  { name: 'auto: append, and fold when it pays', color: '#2f7d5b', value: 'auto' },
  { name: 'The best plan in hindsight', color: '#7a8b99', value: 'best' },
] as const

/** A page with one picture: what each way to lay out a chat costs, as a multiple of what nobody can avoid. */
export function drawMoney(charts: readonly MoneyChart[]): string {
  const most = Math.max(...charts.flatMap((chart) => BARS.map(({ value }) => chart[value])))
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>What a chat costs, by layout</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
svg{width:100%;height:auto}svg text{paint-order:stroke;stroke:#fff;stroke-width:4px}h2{font-size:1rem;margin:1.5rem 0 0}</style>
<h1>What a chat costs, by layout</h1>
<p>A model reads the whole chat again with every message. Providers charge about a tenth for what they have read before,
as long as the beginning of the request stays the same. The line at 1 is the least that any layout could cost:
everything sent once, and only what is new paid in full. Each bar is a multiple of that; shorter is cheaper. Below 1
is possible where tool results are shortened sooner than that count assumes.</p>
${charts.map((chart) => drawChart(chart, most)).join('\n')}
</html>
`
}

function drawChart(chart: MoneyChart, most: number): string {
  const scale = (value: number): number => Math.round((value / most) * (WIDTH - 60))
  const bars = BARS.map(({ name: label, color, value }, index) => {
    const y = index * ROW
    const end = scale(chart[value])
    return `<text x="0" y="${y + 12}" font-size="12">${label}</text><rect x="0" y="${y + 16}" width="${end}" height="12" fill="${color}"/><text x="${end + 6}" y="${y + 27}" font-size="12">${chart[value].toFixed(2)} ×</text>`
  })
  const height = BARS.length * ROW
  const described = BARS.map(({ name: label, value }) => `${label}: ${chart[value].toFixed(2)}`).join(', ')
  return `<h2>${escape(chart.name)}</h2>
<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(`${chart.name}. ${described}`)}"><line x1="${scale(1)}" x2="${scale(1)}" y1="0" y2="${height}" stroke="#222" stroke-dasharray="3 3"/>${bars.join('')}</svg>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
