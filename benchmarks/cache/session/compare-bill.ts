import { convertSession, readTrace, type TraceText } from '@varve/lab'
import { type CacheProfile, priceUsage, type Tokenizer } from '@varve/engine'
import type { Section, Table } from '../../report.ts'
import { sum } from '../../statistics.ts'
import { benchModels } from '../wire/bench-models.ts'
import { countTrace } from '../wire/count-trace.ts'
import type { Counts } from '../wire/counted-call.ts'
import { percent, totalCounts } from '../wire/total-counts.ts'
import type { JudgedCall } from './judge-calls.ts'
import { frontText } from './measured-tokenizer.ts'
import type { Session } from './read-session.ts'

interface Bill {
  readonly name: string
  readonly counts: readonly Counts[]
}

/** What was really billed, beside the same session in Varve's layouts, at the same prices. */
export async function compareBill(options: {
  readonly session: Session
  readonly judged: readonly JudgedCall[]
  readonly tokenizer: Tokenizer
}): Promise<Pick<Section, 'notes' | 'tables'>> {
  const { judged, tokenizer } = options
  const { trace, losses } = sessionTrace(options.session.text)
  const models = await benchModels('anthropic', tokenizer)
  const { profile } = models.find().spec
  const bills: Bill[] = [
    { name: 'billed', counts: judged.map(({ reported }) => reported) },
    { name: 'as sent, had the front never changed', counts: judged.map(({ predicted }) => predicted) },
  ]
  for (const layout of ['auto', 'ledger'] as const) {
    const calls = await countTrace(trace, { models, layout, runner: 'agent', tokenizer })
    bills.push({ name: `\`${layout}\``, counts: calls.map(({ counted }) => counted) })
  }
  const output = sum(judged.map(({ call }) => call.reported.output))
  return {
    notes: [
      `The same session as a trace (left out: ${losses.join(', ') || 'nothing'}), replayed for anthropic/claude-sonnet-4-5 with the same constant front and the same tokenizer, bodies counted by the simulator. \`auto\` folds old tool results into one line each when it re-bases, so its model reads less, and what it would have to look up again is not in this figure; \`ledger\`, like that client, repeats all of them and is the fair comparison of layouts alone. Replayed calls include those that were broken off, which nobody billed.`,
      `Money by the catalogue's prices; the ${output} tokens of the answers as reported, the same in every row.`,
    ],
    tables: [billTable(bills, profile, output)],
  }
}

function sessionTrace(text: string): { readonly trace: TraceText; readonly losses: readonly string[] } {
  const converted = convertSession({ text, from: 'pi', name: 'session' })
  if (converted.kind === 'malformed') throw new Error(converted.reason)
  const lines = converted.turns.map(({ model: _model, ...turn }, index) =>
    JSON.stringify(index === 0 ? { ...turn, system: frontText(1) } : turn),
  )
  return { trace: readTrace(Buffer.from(lines.join('\n'))), losses: converted.losses }
}

function billTable(bills: readonly Bill[], profile: CacheProfile, output: number): Table {
  const answers = (output * profile.price.output) / 1e6
  const costOf = ({ counts }: Bill): number => sum(counts.map((one) => priceUsage(one, profile))) + answers
  const billed = bills[0] ? costOf(bills[0]) : 0
  return {
    title: 'The bill, and what the same session would cost',
    columns: [
      '',
      'calls',
      'input',
      'share from cache',
      'written',
      'largest',
      're-writes',
      'money',
      'of billed',
    ],
    rows: bills.map((bill) => {
      const { input, cached, written } = totalCounts(bill.counts)
      const largest = Math.max(...bill.counts.map((one) => one.input))
      const cost = costOf(bill)
      return [
        bill.name,
        bill.counts.length,
        input,
        percent(cached, input),
        written,
        largest,
        (written / largest).toFixed(2),
        `$${cost.toFixed(2)}`,
        percent(cost, billed),
      ]
    }),
  }
}
