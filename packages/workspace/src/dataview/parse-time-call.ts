import { parseDate, parseDuration, readDayWord } from './calendar.ts'
import type { Expression } from './dataview-query.ts'
import { QueryProblem } from './query-problem.ts'
import { unknownTime } from './time-functions.ts'
import type { TokenReader } from './token-reader.ts'

/** `date(today)` or `date(2021-06-15)`, after the bracket; undefined where something is to be computed. */
export function parseDateCall(reader: TokenReader, at: number): Expression | undefined {
  const { kind, text } = reader.next
  if (kind === 'date') {
    const value = parseDate(text)
    if (!value) throw new QueryProblem('syntax', reader.next.start, `${text} is not a day of the calendar`)
    reader.take()
    reader.expectSymbol(')')
    return { kind: 'literal', value, at }
  }
  if (kind !== 'word' || !reader.isSymbolAhead(')', 1)) return undefined
  const word = readDayWord(text)
  if (text.toLowerCase() === 'now') throw unknownTime(at)
  if (!word) return undefined
  reader.take()
  reader.take()
  return { kind: 'day', word, at }
}

/** `dur(1 day)` or `dur(1h30m)`, after the bracket; undefined where something is to be computed. */
export function parseDurationCall(reader: TokenReader, at: number): Expression | undefined {
  const { kind, start } = reader.next
  if (kind !== 'number' && !reader.isSymbol('-')) return undefined
  const ahead = reader.distanceTo(')')
  const value = ahead === undefined ? undefined : parseDuration(reader.query.slice(start, ahead.start))
  if (!ahead || !value) {
    if (kind === 'number' && reader.isKindAhead('word', 1)) {
      reader.take()
      reader.fail('a unit of time')
    }
    return undefined
  }
  for (let taken = 0; taken <= ahead.tokens; taken += 1) reader.take()
  return { kind: 'literal', value, at }
}
