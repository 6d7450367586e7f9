import { DAY_WORDS, parseDate, type Unit, UNITS } from './calendar.ts'
import type { Expression } from './dataview-query.ts'
import { QueryProblem } from './query-problem.ts'
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
  const word = DAY_WORDS.find((each) => each === text.toLowerCase())
  if (text.toLowerCase() === 'now')
    throw new QueryProblem('unsupported', at, 'date(now): only the day is known, not the time of day')
  if (!word) return undefined
  reader.take()
  reader.take()
  return { kind: 'day', word, at }
}

/** `dur(1 day)` or `dur(2 weeks, 3 days)`, after the bracket; undefined where something is to be computed. */
export function parseDurationCall(reader: TokenReader, at: number): Expression | undefined {
  if (reader.next.kind !== 'number') return undefined
  let months = 0
  let milliseconds = 0
  while (reader.next.kind === 'number') {
    const count = Number(reader.take().text)
    const unit = takeUnit(reader)
    months += count * unit.months
    milliseconds += count * unit.milliseconds
    reader.takeSymbol(',')
  }
  reader.expectSymbol(')')
  return { kind: 'literal', value: { kind: 'duration', months, milliseconds }, at }
}

function takeUnit(reader: TokenReader): Unit {
  const unit = reader.next.kind === 'word' ? UNITS.get(reader.next.text.toLowerCase()) : undefined
  if (!unit) reader.fail('a unit of time')
  reader.take()
  return unit
}
