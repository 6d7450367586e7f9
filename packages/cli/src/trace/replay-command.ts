import {
  printReplayed,
  type ReplayedTurn,
  replayTurns,
  standInWords,
  warningsOf,
  writeBody,
} from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import { readTraceFile } from './read-trace-file.ts'
import { showCount, showMoney, showShare } from '../show-number.ts'
import { renderTable } from '../table.ts'
import { loadReplayOptions, type TraceOptions } from './trace-options.ts'

export interface ReplayCommandOptions extends TraceOptions {
  readonly json?: boolean
  readonly allCalls?: boolean
  readonly timings?: boolean
}

const COLUMNS = [
  { title: 'conversation' },
  { title: 'turn', align: 'right' },
  { title: 'calls', align: 'right' },
  { title: 'epoch' },
  { title: 'input', align: 'right' },
  { title: 'cached', align: 'right' },
  { title: 'written', align: 'right' },
  { title: 'new', align: 'right' },
  { title: 'hit', align: 'right' },
  { title: 'cost', align: 'right' },
  { title: 'differs' },
] as const

/** `varve replay`: what would be sent for each turn of a trace, without sending it. */
export async function replayCommand(
  file: string,
  options: ReplayCommandOptions,
  context: CommandContext,
): Promise<void> {
  const trace = await readTraceFile(file, context)
  const replayOptions = await loadReplayOptions(options, context)
  const timer = options.timings ? { timer: context.timer } : {}
  const rows: (readonly string[])[] = []
  const said = new Set<string>()
  let failed = 0
  let reading = true
  for (const replayed of replayTurns(trace, { ...replayOptions, ...timer })) {
    if (replayed.kind === 'malformed') {
      if (!options.json && rows.length > 0) await context.output.write(`${renderTable(COLUMNS, rows)}\n`)
      throw new CliError('input-malformed', `${file}, line ${replayed.line}: ${replayed.reason}`)
    }
    for (const words of standInWords(replayed.model).filter((each) => !said.has(each))) {
      said.add(words)
      context.report(words)
    }
    for (const warning of warningsOf(replayed)) context.report(`line ${replayed.line}: ${warning}`)
    if (replayed.failure) {
      failed += 1
      context.report(`line ${replayed.line}: ${replayed.failure.message}`)
    }
    if (!options.json) rows.push(rowOf(replayed))
    else {
      const line = await printReplayed(replayed, { writeBody, allCalls: options.allCalls ?? false, ...timer })
      reading = await context.output.write(line + '\n')
    }
    if (!reading) return
  }
  if (!options.json) await context.output.write(`${renderTable(COLUMNS, rows)}\n`)
  if (failed > 0) throw new CliError('does-not-fit', `${showCount(failed)} turns do not fit the window.`)
}

/** A turn with all its calls. */
function rowOf({ conversation, turn, plans }: ReplayedTurn): readonly string[] {
  const last = plans.at(-1)
  const sum = (pick: (usage: NonNullable<typeof last>['predicted']) => number): number =>
    plans.reduce((total, { predicted }) => total + pick(predicted), 0)
  const input = sum((usage) => usage.input)
  const cached = sum((usage) => usage.cached)
  const diverging = plans.find(({ divergence }) => divergence.reason !== 'none')?.divergence
  return [
    conversation,
    String(turn),
    String(plans.length),
    last ? `${last.epoch.id} ${last.epoch.reason}` : 'does not fit',
    showCount(input),
    showCount(cached),
    showCount(sum((usage) => usage.written)),
    showCount(sum((usage) => usage.uncached)),
    showShare(cached, input),
    showMoney(sum((usage) => usage.costUSD)),
    diverging ? `${diverging.layer} ${diverging.key}`.trim() : '',
  ]
}
