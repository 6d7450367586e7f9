import type { CallSumView, TurnStatisticsView, WorkspaceStatistics } from '@varve/app'
import { plainText } from '../plain-text.ts'
import { showCount, showMoney, showShare } from '../show-number.ts'
import { renderTable } from '../table.ts'

type Align = { readonly title: string; readonly align?: 'left' | 'right' }

const SUMS: readonly Align[] = ['Calls', 'Failed', 'Input', 'Cached', 'Output', 'Cost', 'Saved'].map(
  (title) => ({
    title,
    align: 'right',
  }),
)

/** The statistics of one workspace as tables for people. */
export function renderStatistics({ name, statistics }: WorkspaceStatistics): string {
  const { turns, total } = statistics
  const title = `${plainText(name)}: ${showCount(turns)} ${turns === 1 ? 'turn' : 'turns'}`
  if (total.calls === 0) return title
  const parts = [
    sumsTable('Day', [...statistics.days.map((sum) => [sum.day, sum] as const), ['all', total]]),
    sumsTable(
      'Model',
      statistics.models.map((sum) => [plainText(sum.modelId), sum] as const),
    ),
    phasesTable(statistics),
    reasonsTable('New epochs', statistics.epochs),
    reasonsTable('Changed requests', statistics.changes),
    layersTable(statistics),
    summary(statistics),
  ]
  return [title, ...parts.filter((part) => part !== '')].join('\n\n')
}

function sumsTable(title: string, rows: readonly (readonly [name: string, sum: CallSumView])[]): string {
  return renderTable(
    [{ title }, ...SUMS],
    rows.map(([name, sum]) => [
      name,
      showCount(sum.calls),
      showCount(sum.failed),
      showCount(sum.input),
      showShare(sum.cached, sum.input),
      showCount(sum.output),
      showMoney(sum.costUSD),
      // A cache that has not paid off yet has cost something.
      sum.savedUSD < 0 ? `-${showMoney(-sum.savedUSD)}` : showMoney(sum.savedUSD),
    ]),
  )
}

function phasesTable({ phases }: TurnStatisticsView): string {
  const columns: readonly Align[] = [
    { title: 'Phase' },
    ...['Count', 'p50 ms', 'p95 ms'].map((title) => ({ title, align: 'right' }) as const),
  ]
  const rows = phases.map(({ phase, count, p50, p95 }) => [
    phase,
    showCount(count),
    p50.toFixed(1),
    p95.toFixed(1),
  ])
  return rows.length === 0 ? '' : renderTable(columns, rows)
}

function reasonsTable(title: string, reasons: TurnStatisticsView['epochs']): string {
  if (reasons.length === 0) return ''
  const columns: readonly Align[] = [
    { title },
    { title: 'Count', align: 'right' },
    { title: 'Tokens', align: 'right' },
    { title: 'Why' },
  ]
  return renderTable(
    columns,
    reasons.map(({ reason, words, count, tokens }) => [reason, showCount(count), showCount(tokens), words]),
  )
}

function layersTable({ layers }: TurnStatisticsView): string {
  if (layers.every(({ tokens }) => tokens === 0)) return ''
  const columns: readonly Align[] = [
    { title: 'Layer' },
    { title: 'Tokens a request', align: 'right' },
    { title: 'Segments', align: 'right' },
  ]
  return renderTable(
    columns,
    layers.map(({ layer, tokens, segments }) => [layer, showCount(tokens), segments.toFixed(1)]),
  )
}

function summary({ total, dedup, compacted, misses }: TurnStatisticsView): string {
  const unread = misses.reduce((sum, { count }) => sum + count, 0)
  return [
    ...(total.asides === 0
      ? []
      : [`Asked beside the answers, for titles, summaries and comparisons: ${showCount(total.asides)}.`]),
    `Attached: ${showCount(dedup.attached)} tokens, ${showShare(dedup.referenced, dedup.attached)} of them as references.`,
    `Compacted: ${showCount(compacted.tokens)} tokens, ${showShare(compacted.share, 1)} of what was sent.`,
    `Not parsed: ${showCount(unread)}${unread === 0 ? '' : ` (${misses.map(({ kind, tag, count }) => `${kind} ${tag} ${count}`).join(', ')})`}.`,
  ].join('\n')
}
