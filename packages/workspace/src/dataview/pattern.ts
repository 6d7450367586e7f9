import { RE2JS } from 're2js'
import { QueryProblem } from './query-problem.ts'

/** A regular expression that takes time in proportion to the text, whatever it says. */
export type Pattern = RE2JS

/** Steps for one match, at the most: the size of the pattern times the length of the text. */
export function patternSteps(pattern: Pattern, text: string): number {
  return Math.ceil((pattern.programSize() * text.length) / 16)
}

/** A pattern as written, or between `^` and `$`. */
export function compilePattern(written: string, at: number, isWhole = false): Pattern {
  try {
    const pattern = RE2JS.translateRegExp(written)
    return RE2JS.compile(isWhole ? `^${pattern}$` : pattern)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new QueryProblem('unsupported', at, `the pattern "${written}" (${reason})`)
  }
}
