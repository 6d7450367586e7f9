import type { CostReport } from '@varve/lab'
import { example, type Group } from '../command.ts'
import { CliError } from '../errors.ts'
import { columnsOf, countOf, joinWords, renderTable, showCount, type Table } from '../text.ts'
import { writeNewFile } from '../write-new-file.ts'
import { costCells, layoutWords, renderCostPage } from './cost-page.ts'
import { configOf, PROVIDERS, readTraceFile, withRunner } from './trace-options.ts'
import { resolve } from 'node:path'

/** `varve cost`: what a conversation costs by provider, model and layout. */
export function addCostCommand(program: Group): void {
  withRunner(
    program
      .command('cost', 'compare what a trace costs by provider, model and layout')
      .argument('<trace>', 'a JSON Lines file, or - for standard input')
      .option('--provider <name...>', 'only these (default: all)', { choices: PROVIDERS })
      .option('--model <name>', 'with one provider: its model, for every turn'),
  )
    .option('--html <file>', 'also write a page with a chart to a new file')
    .option('--json', 'as JSON')
    .help(example('varve cost trace.jsonl --provider anthropic openai-5.6 --html cost.html'))
    .run(async (call, { provider: providers = PROVIDERS, model, runner, window, html }, file) => {
      const trace = await readTraceFile(file, call)
      if (model !== undefined && providers.length !== 1)
        throw new CliError('usage', '--model needs one --provider, whose model it is.')
      const { compareCosts, loadReplayModels } = await import('@varve/lab')
      const general = { ...(window === undefined ? {} : { window }), ...configOf(call) }
      const report = compareCosts(trace, {
        models: await Promise.all(providers.map((provider) => loadReplayModels({ provider, ...general }))),
        runner,
        ...(model === undefined ? {} : { model }),
      })
      if ('kind' in report)
        throw new CliError('input-malformed', `${file}, line ${report.line}: ${report.reason}`)
      for (const warning of report.warnings) call.report(warning)
      if (html !== undefined) await writeNewFile(resolve(call.cwd, html), renderCostPage(report))
      return { json: report, words: renderReport(report) }
    })
}

/** What the columns of figures are called. */
const COLUMNS = ['calls', 'input', 'reused', 'written', 'new', 'hit', 'output', 'cost', 'against']

function renderReport({ conversations, turns, rows }: CostReport): Table {
  const table = renderTable(
    columnsOf(['provider', 'model', 'layout'], COLUMNS),
    rows.map((row) => [row.provider, row.model, layoutWords(row.layout), ...costCells(row)]),
  )
  const unsent = rows.filter((row) => row.unsent > 0)
  const longLived = rows.filter((row) => row.longLived > 0)
  const parts = [
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
  ]
  return joinWords(parts, '\n')
}
