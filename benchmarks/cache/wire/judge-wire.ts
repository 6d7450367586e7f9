import type { Goal } from '../../report.ts'
import type { CountedCall } from './counted-call.ts'
import { overFloor, type WireOutcome } from './wire-outcome.ts'

const FLOOR_GOAL = 1.1

export function judgeWire(outcomes: readonly WireOutcome[]): readonly Goal[] {
  return [floorGoal(outcomes), marksGoal(outcomes), predictionGoal(outcomes)]
}

function floorGoal(outcomes: readonly WireOutcome[]): Goal {
  const auto = outcomes.filter(({ layout }) => layout === 'auto')
  const ratio = overFloor(auto)
  const others = auto.filter(({ provider }) => provider !== 'deepseek')
  const worst = auto.reduce((a, b) => (overFloor([b]) > overFloor([a]) ? b : a))
  return {
    name: '`auto` over the floor, all conversations and providers, exact bodies',
    target: `at most ${FLOOR_GOAL}`,
    measured: `${ratio.toFixed(3)} (${overFloor(others).toFixed(3)} without deepseek, which stores answers for nothing); worst ${overFloor([worst]).toFixed(2)}, "${worst.script}" on ${worst.provider}`,
    met: ratio <= FLOOR_GOAL,
  }
}

function marksGoal(outcomes: readonly WireOutcome[]): Goal {
  const calls = outcomes.filter(({ provider }) => provider === 'anthropic').flatMap((one) => one.calls)
  const tooMany = calls.filter(({ marks, profile }) => marks.length > profile.maximumMarks).length
  const tooSmall = calls.filter(({ marks, profile }) =>
    marks.some((tokens) => tokens < profile.minimumTokens),
  ).length
  const most = Math.max(0, ...calls.map(({ marks }) => marks.length))
  return {
    name: 'Anthropic requests with more than 4 marks, or with a mark below the minimum',
    target: 'none',
    measured: `${tooMany} and ${tooSmall} of ${calls.length}; at most ${most} marks in one`,
    met: tooMany + tooSmall === 0,
  }
}

function predictionGoal(outcomes: readonly WireOutcome[]): Goal {
  const found = outcomes.flatMap((outcome) =>
    outcome.calls.filter(differs).map((call) => ({ outcome, call })),
  )
  const [first] = found
  const total = outcomes.reduce((count, { calls }) => count + calls.length, 0)
  const example = first
    ? `; first: "${first.outcome.script}", ${first.outcome.layout} on ${first.outcome.provider}, turn ${first.call.turn} call ${first.call.call}: ${first.call.forecast.cached} predicted from cache, ${first.call.counted.cached} counted`
    : ''
  return {
    name: 'calls whose forecast from the bytes is not exactly what the simulator counts',
    target: 'none',
    measured: `${found.length} of ${total}${example}`,
    met: found.length === 0,
  }
}

function differs({ counted, forecast }: CountedCall): boolean {
  return (
    counted.input !== forecast.input ||
    counted.cached !== forecast.cached ||
    counted.written !== forecast.written ||
    counted.uncached !== forecast.uncached
  )
}
