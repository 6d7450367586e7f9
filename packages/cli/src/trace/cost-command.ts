import {
  compareCosts,
  type CostReport,
  loadReplayModels,
  REPLAY_PROVIDERS,
  type ReplayProvider,
} from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import { COST_COLUMNS, costCells } from './cost-cells.ts'
import { renderCostPage } from './cost-page.ts'
import { readTraceFile } from './read-trace-file.ts'
import { countOf, layoutWords, showCount } from '../show-number.ts'
import { renderTable } from '../table.ts'
import { configOf } from './trace-options.ts'
import { writeNewFile } from '../write-new-file.ts'

export interface CostCommandOptions {
  readonly provider?: readonly ReplayProvider[]
  readonly model?: string
  readonly runner: 'agent' | 'plus'
  readonly window?: number
  readonly html?: string
  readonly json?: boolean
}

/** `varve cost`: what a conversation costs by provider, model and layout. */
export async function costCommand(
  file: string,
  options: CostCommandOptions,
  context: CommandContext,
): Promise<void> {
  const trace = await readTraceFile(file, context)
  const providers = options.provider ?? REPLAY_PROVIDERS
  if (options.model !== undefined && providers.length !== 1)
    throw new CliError('usage', '--model needs one --provider, whose model it is.')
  const window = options.window === undefined ? {} : { window: options.window }
  const report = compareCosts(trace, {
    models: await Promise.all(
      providers.map((provider) => loadReplayModels({ provider, ...window, ...configOf(context) })),
    ),
    runner: options.runner,
    ...(options.model === undefined ? {} : { model: options.model }),
  })
  if ('kind' in report)
    throw new CliError('input-malformed', `${file}, line ${report.line}: ${report.reason}`)
  for (const warning of report.warnings) context.report(warning)
  if (options.html !== undefined) await writeNewFile(options.html, renderCostPage(report))
  await context.output.write(`${options.json ? JSON.stringify(report) : renderReport(report)}\n`)
}

function renderReport({ conversations, turns, rows }: CostReport): string {
  const table = renderTable(
    [
      { title: 'provider' },
      { title: 'model' },
      { title: 'layout' },
      ...COST_COLUMNS.map((title) => ({ title, align: 'right' as const })),
    ],
    rows.map((row) => [row.provider, row.model, layoutWords(row.layout), ...costCells(row)]),
  )
  const unsent = rows.filter((row) => row.unsent > 0)
  const longLived = rows.filter((row) => row.longLived > 0)
  return [
    `${countOf(turns, 'turn')} of ${countOf(conversations, 'conversation')}; against: everything in the last message`,
    '',
    table,
    ...unsent.map(
      ({ provider, layout, unsent: count }) =>
        `${provider}, ${layoutWords(layout)}: ${showCount(count)} turns do not fit the window and are not counted.`,
    ),
    ...longLived.map(
      ({ provider, layout, longLived: count }) =>
        `${provider}, ${layoutWords(layout)}: from the pauses before them, ${showCount(count)} turns asked to be kept for an hour.`,
    ),
  ].join('\n')
}
