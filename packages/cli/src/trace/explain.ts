import type { ExplainedTurn } from '@varve/lab'
import { example, type Group, parseCount } from '../command.ts'
import { CliError } from '../errors.ts'
import { columnsOf, joinWords, renderTable, showCount, showMoney, showShare, type Table } from '../text.ts'
import { loadReplayOptions, readTraceFile, withTraceOptions } from './trace-options.ts'

/** `varve explain`: one turn of a trace in words and numbers. */
export function addExplainCommand(program: Group): void {
  withTraceOptions(
    program.command('explain', 'explain why a turn of a trace is laid out as it is, and what it costs'),
  )
    .option('--turn <number>', 'the turn to explain', { parse: parseCount, required: true })
    .option('--conversation <name>', 'if the trace has several')
    .option('--json', 'as JSON')
    .help(example('varve explain trace.jsonl --turn 12 --provider anthropic'))
    .run(async (call, options, file) => {
      const { turn, conversation } = options
      const trace = await readTraceFile(file, call)
      const replayOptions = await loadReplayOptions(options, call)
      const { explainTurn, replayTurns, standInWords, warningsOf } = await import('@varve/lab')
      for (const replayed of replayTurns(trace, replayOptions)) {
        if (replayed.kind === 'malformed')
          throw new CliError('input-malformed', `${file}, line ${replayed.line}: ${replayed.reason}`)
        if (replayed.turn !== turn) continue
        if (conversation !== undefined && replayed.conversation !== conversation) continue
        for (const words of standInWords(replayed.model)) call.report(words)
        for (const warning of warningsOf(replayed)) call.report(`line ${replayed.line}: ${warning}`)
        const explained = explainTurn(replayed)
        if (explained) return { json: explained, words: describe(explained) }
        throw new CliError('does-not-fit', replayed.failure?.message ?? 'The turn does not fit the window.')
      }
      const where = conversation === undefined ? '' : ` of conversation ${conversation}`
      throw new CliError('usage', `${file} has no turn ${turn}${where}.`)
    })
}

function describe(turn: ExplainedTurn): Table {
  const { epoch, divergence } = turn
  const parts = [
    `Turn ${turn.turn} of ${turn.conversation}, for ${turn.provider} (${turn.model}), layout ${turn.layout}`,
    '',
    `Epoch ${epoch.id}${epoch.isNew ? ', begun with this turn' : ''}: ${epoch.why}`,
    ...describeNumbers(epoch.numbers),
    divergence.why,
    '',
    describeCalls(turn),
    `${showCount(turn.tokens)} of ${showCount(turn.budget)} tokens are used; ${turn.marks} cache marks.`,
    '',
    renderTable(
      [...columnsOf(['layer'], ['tokens', 'segments']), { title: '' }],
      turn.layers.map(({ id, title, tokens, segments, summary }) => [
        `${id} ${title}`,
        showCount(tokens),
        showCount(segments),
        summary.replace(/\s+/g, ' '),
      ]),
    ),
    '',
    'Largest segments',
    renderTable(
      [...columnsOf([], ['tokens']), ...columnsOf(['layer', 'what', 'form', 'why'])],
      turn.largest.map(({ layer, key, label, tokens, why }) => [showCount(tokens), layer, key, label, why]),
    ),
    '',
    ...describeOmissions(turn),
  ]
  return joinWords(parts, '\n')
}

function describeNumbers({
  deadWeight,
  rent,
  price,
  cold,
}: ExplainedTurn['epoch']['numbers']): readonly string[] {
  if (deadWeight === 0 && rent === 0) return []
  const sizes = `${showCount(deadWeight)} tokens are of no use any more; they have cost ${showCount(rent)}`
  return [`${sizes}, folding them costs ${showCount(price)}${cold ? ' (the cache is cold)' : ''}.`]
}

function describeCalls({ calls }: ExplainedTurn): Table {
  const rows = calls.map(({ input, cached, written, uncached, costUSD, fullCostUSD }, index) => [
    `call ${index + 1}`,
    showCount(input),
    showCount(cached),
    showShare(cached, input),
    showCount(written),
    showCount(uncached),
    showMoney(costUSD),
    showMoney(fullCostUSD - costUSD),
  ])
  const titles = ['tokens', 'reused', '', 'written', 'new', 'cost', 'saved']
  return renderTable(columnsOf([''], titles), rows)
}

function describeOmissions({ omissions }: ExplainedTurn): readonly string[] {
  if (omissions.length === 0) return ['Nothing is omitted.']
  return [
    `${omissions.length} omitted or shortened:`,
    ...omissions.map(
      ({ key, why, form, tokens }) => `- ${key}: ${form}, ${showCount(tokens)} tokens, ${why}`,
    ),
  ]
}
