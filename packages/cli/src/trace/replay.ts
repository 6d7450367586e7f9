import type { ReplayedTurn } from '@varve/lab'
import type { Call } from '../call.ts'
import { example, type Group, printWords } from '../command.ts'
import { CliError } from '../errors.ts'
import { columnsOf, countOf, renderTable, showCount, showMoney, showShare } from '../text.ts'
import { loadReplayOptions, readTraceFile, type TraceOptions, withTraceOptions } from './trace-options.ts'

/** `varve replay`: what would be sent for each turn of a trace, without sending it. */
export function addReplayCommand(program: Group): void {
  withTraceOptions(
    program.command('replay', 'print what would be sent for each turn of a trace, and what it would cost'),
  )
    .option('--json', 'one JSON line for each turn, with the exact body')
    .option('--all-calls', 'with --json: the bodies of all calls of a turn, in requests')
    .option('--timings', 'with --json: how long each turn took to build, as buildMs')
    .help(example('varve replay trace.jsonl --provider anthropic --layout auto --json'))
    .run(replay)
}

const COLUMNS = [
  ...columnsOf(['conversation'], ['turn', 'calls']),
  ...columnsOf(['epoch'], ['input', 'cached', 'written', 'new', 'hit', 'cost']),
  ...columnsOf(['differs']),
]

interface ReplayOptions extends TraceOptions {
  readonly json?: boolean
  readonly allCalls?: boolean
  readonly timings?: boolean
}

async function replay(call: Call, options: ReplayOptions, file: string): Promise<void> {
  const trace = await readTraceFile(file, call)
  const replayOptions = await loadReplayOptions(options, call)
  const { printReplayed, replayTurns, standInWords, warningsOf, writeBody } = await import('@varve/lab')
  const timer = options.timings ? { timer: call.timer } : {}
  const rows: (readonly string[])[] = []
  const said = new Set<string>()
  let failed = 0
  let reading = true
  for (const replayed of replayTurns(trace, { ...replayOptions, ...timer })) {
    if (replayed.kind === 'malformed') {
      if (!options.json && rows.length > 0) await printWords(call, renderTable(COLUMNS, rows))
      throw new CliError('input-malformed', `${file}, line ${replayed.line}: ${replayed.reason}`)
    }
    for (const words of standInWords(replayed.model).filter((each) => !said.has(each))) {
      said.add(words)
      call.report(words)
    }
    for (const warning of warningsOf(replayed)) call.report(`line ${replayed.line}: ${warning}`)
    if (replayed.failure) {
      failed += 1
      call.report(`line ${replayed.line}: ${replayed.failure.message}`)
    }
    if (!options.json) rows.push(rowOf(replayed))
    else {
      const line = await printReplayed(replayed, { writeBody, allCalls: options.allCalls ?? false, ...timer })
      reading = await call.output.write(line + '\n')
    }
    if (!reading) return
  }
  if (!options.json) await printWords(call, renderTable(COLUMNS, rows))
  if (failed > 0)
    throw new CliError('does-not-fit', `${countOf(failed, 'turn does', 'turns do')} not fit the window.`)
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
