import type { AnswerUsage } from '@varve/store'

/** What several calls of one answer used together; undefined where none of them used anything. */
export function sumUsage(all: readonly (AnswerUsage | undefined)[]): AnswerUsage | undefined {
  const used = all.filter((usage) => usage !== undefined)
  const [first] = used
  const last = used.at(-1)
  if (!first || !last || used.length === 1) return last
  const sum = (count: (usage: AnswerUsage) => number | undefined): number =>
    used.reduce((total, usage) => total + (count(usage) ?? 0), 0)
  const warnings = [...new Set(used.flatMap((usage) => usage.warnings ?? []))]
  return {
    ...last,
    input: sum(({ input }) => input),
    cached: sum(({ cached }) => cached),
    written: sum(({ written }) => written),
    uncached: sum(({ uncached }) => uncached),
    output: sum(({ output }) => output),
    costUSD: sum(({ costUSD }) => costUSD),
    savedUSD: sum(({ savedUSD }) => savedUSD),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}
