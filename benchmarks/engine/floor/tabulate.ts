import type { Cell, Table } from '../../report.ts'
import { sum } from '../../statistics.ts'
import { LAYOUT_NAMES, type LayoutName, type Outcome, PROFILE_IDS } from './compare-layouts.ts'
import { CAUSES } from './measured-call.ts'
import { moneyOf, ofLayout, ratioOf } from './judge-goals.ts'

/** The outcomes by provider, by conversation, and where `auto` is furthest from the floor. */
export function tabulate(outcomes: readonly Outcome[]): readonly Table[] {
  return [
    ratiosByProfile(outcomes),
    costByProfile(outcomes),
    ratiosByScript(outcomes),
    costByScript(outcomes),
    excessByCause(outcomes),
    worstCalls(outcomes),
  ]
}

function ofProfile(outcomes: readonly Outcome[], profile: string): readonly Outcome[] {
  return outcomes.filter((outcome) => outcome.profile === profile)
}

function byLayout(
  outcomes: readonly Outcome[],
  cell: (outcomes: readonly Outcome[]) => Cell,
): readonly Cell[] {
  return LAYOUT_NAMES.map((layout) => cell(ofLayout(outcomes, layout)))
}

function ratiosByProfile(outcomes: readonly Outcome[]): Table {
  const ratio = (some: readonly Outcome[]): Cell => ratioOf(some).toFixed(3)
  const readable = (some: readonly Outcome[]): Cell =>
    `${((100 * sum(some.map((o) => o.readable))) / sum(some.map((o) => o.attached))).toFixed(1)} %`
  return {
    title: 'Uncached over floor, by provider',
    columns: ['provider', ...LAYOUT_NAMES],
    rows: [
      ...PROFILE_IDS.map((id) => [id, ...byLayout(ofProfile(outcomes, id), ratio)]),
      ['all', ...byLayout(outcomes, ratio)],
      ['readable', ...byLayout(outcomes, readable)],
    ],
  }
}

/** Money where there is some, else weighted tokens. */
function costOf(outcomes: readonly Outcome[]): number {
  const money = moneyOf(outcomes)
  return money > 0 ? money : sum(outcomes.map(({ weighted }) => weighted))
}

function showCost(cost: number): Cell {
  return cost < 1000 ? `$${cost.toFixed(3)}` : `${Math.round(cost)} t`
}

function overBetter(outcomes: readonly Outcome[]): Cell {
  const cost = (layout: LayoutName): number => costOf(ofLayout(outcomes, layout))
  return (cost('auto') / Math.min(cost('ledger'), cost('library'))).toFixed(3)
}

function costByProfile(outcomes: readonly Outcome[]): Table {
  const row = (name: string, some: readonly Outcome[]): readonly Cell[] => [
    name,
    ...byLayout(some, (part) => showCost(costOf(part))),
    overBetter(some),
  ]
  return {
    title: 'Cost of all conversations, by provider',
    columns: ['provider', ...LAYOUT_NAMES, 'auto/better of ledger, library'],
    rows: [...PROFILE_IDS.map((id) => row(id, ofProfile(outcomes, id))), row('all with a price', outcomes)],
  }
}

function scriptsOf(outcomes: readonly Outcome[]): readonly (readonly [string, readonly Outcome[]])[] {
  return [...Map.groupBy(outcomes, ({ script }) => script)]
}

function ratiosByScript(outcomes: readonly Outcome[]): Table {
  return {
    title: 'Uncached over floor, by conversation (all providers); `auto` also by provider',
    columns: ['conversation', 'calls', ...LAYOUT_NAMES, ...PROFILE_IDS],
    rows: scriptsOf(outcomes).map(([script, some]) => [
      script,
      some[0]?.calls ?? 0,
      ...byLayout(some, (part) => ratioOf(part).toFixed(2)),
      ...PROFILE_IDS.map((id) => ratioOf(ofLayout(ofProfile(some, id), 'auto')).toFixed(2)),
    ]),
  }
}

function costByScript(outcomes: readonly Outcome[]): Table {
  return {
    title:
      'Money by conversation (providers with a price); `auto` over the better of ledger and library by provider',
    columns: ['conversation', ...LAYOUT_NAMES, 'all', ...PROFILE_IDS],
    rows: scriptsOf(outcomes).map(([script, some]) => [
      script,
      ...byLayout(some, (part) => showCost(moneyOf(part))),
      overBetter(some),
      ...PROFILE_IDS.map((id) => overBetter(ofProfile(some, id))),
    ]),
  }
}

function excessByCause(outcomes: readonly Outcome[]): Table {
  const auto = ofLayout(outcomes, 'auto')
  return {
    title: '`auto`: uncached tokens above the floor, as a share of the floor, by what the call did',
    columns: ['provider', ...CAUSES],
    rows: PROFILE_IDS.map((id) => {
      const some = ofProfile(auto, id)
      const floor = sum(some.map((outcome) => outcome.floor))
      const share = (tokens: number): Cell => `${((100 * tokens) / floor).toFixed(1)} %`
      return [id, ...CAUSES.map((cause) => share(sum(some.map(({ excess }) => excess.get(cause) ?? 0))))]
    }),
  }
}

function worstCalls(outcomes: readonly Outcome[]): Table {
  const auto = ofLayout(outcomes, 'auto')
  return {
    title: '`auto`: the call of each conversation that is furthest above its floor',
    columns: ['conversation', 'provider', 're-bases', 'turn', 'call', 'uncached', 'floor', 'why'],
    rows: scriptsOf(auto).map(([script, some]) => {
      const excess = ({ worst }: Outcome): number => worst.uncached - worst.floor
      const { profile, worst, rebases } = some.reduce((a, b) => (excess(b) > excess(a) ? b : a))
      return [script, profile, rebases, worst.turn, worst.call, worst.uncached, worst.floor, worst.why]
    }),
  }
}
