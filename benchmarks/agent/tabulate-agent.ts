import type { Goal, Table } from '../report.ts'
import { type AgentOutcome, ratioOf, type Share, sharesOf } from './agent-outcome.ts'

const FLOOR_GOAL = 1.05

/** How each run and the turn after it stand to the floor, by provider. */
export function tabulateAgent(title: string, outcomes: readonly AgentOutcome[]): readonly Table[] {
  const { columns, rows } = tabulateRatios(title, outcomes)
  const judged = outcomes.map((outcome, index) => [...(rows[index] ?? []), isMet(outcome) ? 'met' : 'MISSED'])
  return [{ title, columns: [...columns, 'goal'], rows: judged }]
}

/** The same where nothing is promised. */
export function tabulateRatios(title: string, outcomes: readonly AgentOutcome[]): Table {
  return {
    title,
    columns: ['profile', 'run begins', 'turn after', 'run', 'over floor', 'after', 'over floor', 'both'],
    rows: outcomes.map((outcome) => [
      outcome.profile,
      outcome.run,
      outcome.after,
      tokensOf(outcome.runShare),
      ratioOf([outcome.runShare]).toFixed(3),
      tokensOf(outcome.afterShare),
      ratioOf([outcome.afterShare]).toFixed(3),
      ratioOf(sharesOf(outcome)).toFixed(3),
    ]),
  }
}

/** A goal for each way to begin, over all profiles: the worst of them counts. */
export function judgeAgent(what: string, outcomes: readonly AgentOutcome[]): readonly Goal[] {
  const groups = Map.groupBy(outcomes, ({ run, after }) => `${run}, turn after it ${after}`)
  return [...groups].map(([name, some]) => judgeTogether(`${what}: ${name}`, some))
}

/** One goal for all of these. */
function judgeTogether(name: string, outcomes: readonly AgentOutcome[]): Goal {
  const worst = outcomes.reduce((a, b) => (ratioOf(sharesOf(b)) > ratioOf(sharesOf(a)) ? b : a))
  const missed = outcomes.filter((outcome) => !isMet(outcome)).length
  const all = ratioOf(outcomes.flatMap(sharesOf)).toFixed(3)
  return {
    name,
    target: `at most ${FLOOR_GOAL} on every profile`,
    measured: `worst ${ratioOf(sharesOf(worst)).toFixed(3)} on ${worst.profile}, all ${all}, ${missed} of ${outcomes.length} missed`,
    met: missed === 0,
  }
}

function isMet(outcome: AgentOutcome): boolean {
  return ratioOf(sharesOf(outcome)) <= FLOOR_GOAL
}

function tokensOf({ uncached, floor }: Share): string {
  return `${uncached} / ${floor}`
}
