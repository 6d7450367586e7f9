import { type ExplainedTurn, explainTurn, replayTurns, standInWords, warningsOf } from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import { readTraceFile } from './read-trace-file.ts'
import { showCount, showMoney, showShare } from '../show-number.ts'
import { renderTable } from '../table.ts'
import { loadReplayOptions, type TraceOptions } from './trace-options.ts'

export interface ExplainOptions extends TraceOptions {
  readonly turn: number
  readonly conversation?: string
  readonly json?: boolean
}

/** `varve explain`: one turn of a trace in words and numbers. */
export async function explainCommand(
  file: string,
  options: ExplainOptions,
  context: CommandContext,
): Promise<void> {
  const trace = await readTraceFile(file, context)
  const replayOptions = await loadReplayOptions(options, context)
  for (const replayed of replayTurns(trace, replayOptions)) {
    if (replayed.kind === 'malformed')
      throw new CliError('input-malformed', `${file}, line ${replayed.line}: ${replayed.reason}`)
    if (replayed.turn !== options.turn) continue
    if (options.conversation !== undefined && replayed.conversation !== options.conversation) continue
    for (const words of standInWords(replayed.model)) context.report(words)
    for (const warning of warningsOf(replayed)) context.report(`line ${replayed.line}: ${warning}`)
    const explained = explainTurn(replayed)
    if (!explained)
      throw new CliError('does-not-fit', replayed.failure?.message ?? 'The turn does not fit the window.')
    await context.output.write(`${options.json ? JSON.stringify(explained) : describe(explained)}\n`)
    return
  }
  const where = options.conversation === undefined ? '' : ` of conversation ${options.conversation}`
  throw new CliError('usage', `${file} has no turn ${options.turn}${where}.`)
}

function describe(turn: ExplainedTurn): string {
  const { epoch, divergence } = turn
  return [
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
      [
        { title: 'layer' },
        { title: 'tokens', align: 'right' },
        { title: 'segments', align: 'right' },
        { title: '' },
      ],
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
      [
        { title: 'tokens', align: 'right' },
        { title: 'layer' },
        { title: 'what' },
        { title: 'form' },
        { title: 'why' },
      ],
      turn.largest.map(({ layer, key, label, tokens, why }) => [showCount(tokens), layer, key, label, why]),
    ),
    '',
    ...describeOmissions(turn),
  ]
    .join('\n')
    .trimEnd()
}

function describeNumbers({
  deadWeight,
  rent,
  price,
  cold,
}: ExplainedTurn['epoch']['numbers']): readonly string[] {
  if (deadWeight === 0 && rent === 0) return []
  const sizes = `${showCount(deadWeight)} tokens stand in vain; they have cost ${showCount(rent)}`
  return [`${sizes}, folding them costs ${showCount(price)}${cold ? ' (the cache is cold)' : ''}.`]
}

function describeCalls({ calls }: ExplainedTurn): string {
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
  return renderTable([{ title: '' }, ...titles.map((title) => ({ title, align: 'right' as const }))], rows)
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
