import { REPLAY_PROVIDERS } from '@varve/lab'
import type { Cell, Table } from '../../report.ts'
import { sum } from '../../statistics.ts'
import { percent, totalCounts } from './total-counts.ts'
import { largestOf, overFloor, type WireOutcome, writtenOf } from './wire-outcome.ts'

const LAYOUTS = ['auto', 'ledger', 'library', 'inline'] as const

export function tabulateWire(
  outcomes: readonly WireOutcome[],
  sample: ReadonlySet<string>,
): readonly Table[] {
  const auto = outcomes.filter(({ layout }) => layout === 'auto')
  return [
    byProvider(auto),
    byLayout(outcomes.filter(({ script }) => sample.has(script))),
    byScript(auto),
    predictions(outcomes),
  ]
}

const FIGURES = ['calls', 'input', 'share', 're-writes', 'over floor'] as const

function figuresOf(outcomes: readonly WireOutcome[]): readonly Cell[] {
  const calls = outcomes.flatMap((outcome) => outcome.calls)
  const { input, cached } = totalCounts(calls.map(({ counted }) => counted))
  return [
    calls.length,
    input,
    percent(cached, input),
    (sum(outcomes.map(writtenOf)) / sum(outcomes.map(largestOf))).toFixed(2),
    overFloor(outcomes).toFixed(3),
  ]
}

function ofProvider(outcomes: readonly WireOutcome[], id: string): readonly WireOutcome[] {
  return outcomes.filter(({ provider }) => provider === id)
}

function byProvider(auto: readonly WireOutcome[]): Table {
  return {
    title: '`auto`, all conversations',
    columns: ['provider', ...FIGURES],
    rows: [
      ...REPLAY_PROVIDERS.map((id) => [id, ...figuresOf(ofProvider(auto, id))]),
      ['all', ...figuresOf(auto)],
    ],
  }
}

function byLayout(outcomes: readonly WireOutcome[]): Table {
  const rows = (name: string, some: readonly WireOutcome[]): Table['rows'] =>
    LAYOUTS.map((layout) => [name, layout, ...figuresOf(some.filter((one) => one.layout === layout))])
  return {
    title: 'By layout, the sample',
    columns: ['provider', 'layout', ...FIGURES],
    rows: [...REPLAY_PROVIDERS.flatMap((id) => rows(id, ofProvider(outcomes, id))), ...rows('all', outcomes)],
  }
}

function byScript(auto: readonly WireOutcome[]): Table {
  return {
    title: '`auto` over the floor, by conversation and provider',
    columns: ['conversation', 'all', ...REPLAY_PROVIDERS],
    rows: [...Map.groupBy(auto, ({ script }) => script)].map(([script, some]) => [
      script,
      overFloor(some).toFixed(2),
      ...REPLAY_PROVIDERS.map((id) => overFloor(ofProvider(some, id)).toFixed(2)),
    ]),
  }
}

/** The plan counts before there is a body: tags of tool calls and schemas in the provider's own form differ. */
function predictions(outcomes: readonly WireOutcome[]): Table {
  return {
    title: 'Both predictions beside the simulator, all layouts',
    columns: ['provider', 'calls', 'forecast differs', 'by tokens', 'plan: input off', 'plan: cached off'],
    rows: REPLAY_PROVIDERS.map((id) => {
      const calls = ofProvider(outcomes, id).flatMap((outcome) => outcome.calls)
      const input = sum(calls.map(({ counted }) => counted.input))
      const off = (name: 'input' | 'cached'): Cell =>
        percent(sum(calls.map(({ planned, counted }) => Math.abs(planned[name] - counted[name]))), input, 2)
      const differing = calls.map(({ forecast, counted }) => Math.abs(forecast.cached - counted.cached))
      return [
        id,
        calls.length,
        differing.filter((tokens) => tokens > 0).length,
        sum(differing),
        off('input'),
        off('cached'),
      ]
    }),
  }
}
