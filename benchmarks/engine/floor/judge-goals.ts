import type { Goal } from '../../report.ts'
import { round, sum } from '../../statistics.ts'
import type { LayoutName, Outcome } from './compare-layouts.ts'
import { MANY_EDITS } from './write-scripts.ts'

const FLOOR_GOAL = 1.1
const MONEY_GOAL = 1.02
const SAVING_GOAL = 0.2

export function judgeGoals(outcomes: readonly Outcome[]): readonly Goal[] {
  return [floorGoal(outcomes), moneyGoal(outcomes), savingGoal(outcomes), readableGoal(outcomes)]
}

export function ratioOf(outcomes: readonly Outcome[]): number {
  return sum(outcomes.map(({ uncached }) => uncached)) / sum(outcomes.map(({ floor }) => floor))
}

export function ofLayout(outcomes: readonly Outcome[], layout: LayoutName): readonly Outcome[] {
  return outcomes.filter((outcome) => outcome.layout === layout)
}

export function moneyOf(outcomes: readonly Outcome[]): number {
  return sum(outcomes.map(({ costUSD }) => costUSD))
}

function floorGoal(outcomes: readonly Outcome[]): Goal {
  const auto = ofLayout(outcomes, 'auto')
  const ratio = ratioOf(auto)
  const worst = auto.reduce((a, b) => (ratioOf([b]) > ratioOf([a]) ? b : a))
  const providers = [...Map.groupBy(auto, ({ profile }) => profile).values()].map(ratioOf)
  const [least, most] = [Math.min(...providers), Math.max(...providers)].map((value) => round(value, 3))
  return {
    name: '`auto` over the floor, all conversations and providers',
    target: `at most ${FLOOR_GOAL}`,
    measured: `${round(ratio, 3)}, by provider ${least} to ${most}; worst ${round(ratioOf([worst]), 2)}, "${worst.script}" on ${worst.profile}`,
    met: ratio <= FLOOR_GOAL,
  }
}

function moneyGoal(outcomes: readonly Outcome[]): Goal {
  const auto = moneyOf(ofLayout(outcomes, 'auto'))
  const better = Math.min(moneyOf(ofLayout(outcomes, 'library')), moneyOf(ofLayout(outcomes, 'ledger')))
  return {
    name: '`auto` money over the better of `library` and `ledger`, in total',
    target: `at most ${MONEY_GOAL}`,
    measured: `${round(auto / better, 3)} ($${auto.toFixed(3)} over $${better.toFixed(3)})`,
    met: auto <= MONEY_GOAL * better,
  }
}

function savingGoal(outcomes: readonly Outcome[]): Goal {
  const edits = outcomes.filter(({ script }) => script === MANY_EDITS)
  const [auto, ledger] = [ofLayout(edits, 'auto'), ofLayout(edits, 'ledger')]
  const saving = 1 - moneyOf(auto) / moneyOf(ledger)
  const each = auto
    .filter(({ costUSD }) => costUSD > 0)
    .map((outcome) => {
      const other = ledger.filter(({ profile }) => profile === outcome.profile)
      return `${outcome.profile} ${round((1 - outcome.costUSD / moneyOf(other)) * 100, 0)}`
    })
  return {
    name: `\`auto\` cheaper than \`ledger\`: ${MANY_EDITS}`,
    target: `at least ${SAVING_GOAL * 100} %`,
    measured: `${round(saving * 100, 1)} % (${each.join(', ')})`,
    met: saving >= SAVING_GOAL,
  }
}

function readableGoal(outcomes: readonly Outcome[]): Goal {
  const planned = outcomes.filter(({ layout }) => layout !== 'inline')
  const [readable, attached] = [sum(planned.map((o) => o.readable)), sum(planned.map((o) => o.attached))]
  return {
    name: 'attached artifacts that can be read in their current form',
    target: '100 %',
    measured: `${round((readable / attached) * 100, 2)} % (${readable} of ${attached})`,
    met: readable === attached,
  }
}
