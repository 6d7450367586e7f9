import { compilePattern, type PatternState } from './compile-pattern.ts'
import { QueryProblem } from './query-problem.ts'

const MAXIMUM_WORK = 400_000

/**
 * Whether a pattern matches the whole of a text. All ways to match are followed at once, so that the time is
 * the length of the text times the length of the pattern, whatever they are.
 */
export function matchesPattern(pattern: string, text: string, at: number): boolean {
  const states = compilePattern(pattern, at)
  if (states.length * text.length > MAXIMUM_WORK)
    throw new QueryProblem('value', at, `a text of ${text.length} characters is too long for this pattern`)
  let current = reach(states, [0])
  for (const character of text) {
    const next: number[] = []
    for (const index of current) {
      const state = states[index]
      if (state?.kind === 'take' && state.accepts(character)) next.push(state.next)
    }
    if (next.length === 0) return false
    current = reach(states, next)
  }
  return [...current].some((index) => states[index]?.kind === 'end')
}

/** These states and all that can be got to without taking a character. */
function reach(states: readonly PatternState[], from: readonly number[]): ReadonlySet<number> {
  const reached = new Set<number>()
  const waiting = [...from]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (reached.has(index)) continue
    reached.add(index)
    const state = states[index]
    if (state?.kind === 'fork') waiting.push(...state.next)
  }
  return reached
}
