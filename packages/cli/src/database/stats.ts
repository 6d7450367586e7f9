import type { CallSumView, TurnStatisticsView, WorkspaceStatistics } from '@varve/app'
import { type Group, onOwnDatabase } from '../command.ts'
import { CliError } from '../errors.ts'
import { findDatabase } from '../paths.ts'
import {
  columnsOf,
  countOf,
  joinWords,
  plainText,
  renderTable,
  showCount,
  showMoney,
  showShare,
  type Table,
} from '../text.ts'

/** `varve stats`: what turns used and how they came about, also while Varve runs. */
export function addStatsCommand(program: Group): void {
  onOwnDatabase(
    program
      .command(
        'stats',
        'show show show what chats used and cost, what caches saved, and how long each phase of a turn takes',
      )
      .option('-w, --workspace <folder>', 'one workspace: folder, name or id (default: each of them)')
      .option('--chat <id>', 'one chat')
      .option('--since <when>', 'since then: 12h, 7d, 4w or a day such as 2026-01-31'),
  )
    .option('--json', 'as JSON')
    .help('\nIt only reads, so Varve may be running.\n\nExample:\n  varve stats --since 7d')
    .run(async ({ now, paths, surroundings }, { workspace, chat: chatId, ...options }) => {
      const since = options.since === undefined ? undefined : parseSince(options.since, now())
      const { openStatistics } = await import('@varve/app')
      const database = findDatabase(options, paths, surroundings)
      const tools = await openStatistics({ database, clock: { now } })
      try {
        const found = await tools.read({ workspace, chatId, since })
        return { json: found, words: joinWords(found.map(renderStatistics), '\n\n') }
      } finally {
        await tools.close()
      }
    })
}

const UNITS = { h: 3600_000, d: 86_400_000, w: 7 * 86_400_000 } as const

/** A span that goes back from now, such as `7d` or `12h`, or a day, which begins at midnight here. */
export function parseSince(text: string, now: number): number {
  const span = /^(\d{1,5})([hdw])$/.exec(text)
  if (span) return now - Number(span[1]) * UNITS[span[2] as keyof typeof UNITS]
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00`) : NaN
  if (Number.isNaN(day))
    throw new CliError('usage', `--since takes 12h, 7d, 4w or 2026-01-31, not "${text}".`)
  return day
}

/** The statistics of one workspace as tables for people. */
function renderStatistics({ name, statistics }: WorkspaceStatistics): string | Table {
  const { turns, total } = statistics
  const title = `${plainText(name)}: ${countOf(turns, 'turn')}`
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
  return joinWords([title, ...parts.filter((part) => part !== '')], '\n\n')
}

function sumsTable(title: string, rows: readonly (readonly [name: string, sum: CallSumView])[]): Table {
  return renderTable(
    columnsOf([title], ['Calls', 'Failed', 'Input', 'Cached', 'Output', 'Cost', 'Saved']),
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

function phasesTable({ phases }: TurnStatisticsView): string | Table {
  const rows = phases.map(({ phase, count, p50, p95 }) => [
    phase,
    showCount(count),
    p50.toFixed(1),
    p95.toFixed(1),
  ])
  return rows.length === 0 ? '' : renderTable(columnsOf(['Phase'], ['Count', 'p50 ms', 'p95 ms']), rows)
}

function reasonsTable(title: string, reasons: TurnStatisticsView['epochs']): string | Table {
  if (reasons.length === 0) return ''
  return renderTable(
    [...columnsOf([title], ['Count', 'Tokens']), { title: 'Why' }],
    reasons.map(({ reason, words, count, tokens }) => [reason, showCount(count), showCount(tokens), words]),
  )
}

function layersTable({ layers }: TurnStatisticsView): string | Table {
  if (layers.every(({ tokens }) => tokens === 0)) return ''
  return renderTable(
    columnsOf(['Layer'], ['Tokens a request', 'Segments']),
    layers.map(({ layer, tokens, segments }) => [layer, showCount(tokens), segments.toFixed(1)]),
  )
}

function summary({ total, dedup, compacted, misses }: TurnStatisticsView): string {
  const unread = misses.reduce((sum, { count }) => sum + count, 0)
  return [
    ...(total.sideCalls === 0
      ? []
      : [`Side calls for titles, summaries and comparisons: ${showCount(total.sideCalls)}.`]),
    `Attached: ${showCount(dedup.attached)} tokens, ${showShare(dedup.referenced, dedup.attached)} of them as references.`,
    `Compacted: ${showCount(compacted.tokens)} tokens, ${showShare(compacted.share, 1)} of what was sent.`,
    `Not parsed: ${showCount(unread)}${unread === 0 ? '' : ` (${misses.map(({ kind, tag, count }) => `${kind} ${tag} ${count}`).join(', ')})`}.`,
  ].join('\n')
}
