import { addDuration } from './calendar.ts'
import { isList, typeOf, type Value, withFields } from './dataview-value.ts'
import { QueryProblem } from './query-problem.ts'
import { renderValue } from './render-value.ts'

const MAXIMUM_TEXT = 100_000

/** Numbers, days with lengths of time, lists, objects, and texts with anything. With nothing, nothing. */
export function addValues(left: Value, right: Value, at: number): Value {
  if (typeof left === 'string' || typeof right === 'string')
    return boundedText([renderValue(left), renderValue(right)], at)
  if (left === null || right === null) return null
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (typeof left === 'object' && typeof right === 'object') {
    if (isList(left) && isList(right)) return [...left, ...right]
    if (!isList(left) && !isList(right)) {
      if (left.kind === 'date' && right.kind === 'duration') return addDuration(left, right, 1)
      if (left.kind === 'duration' && right.kind === 'date') return addDuration(right, left, 1)
      if (left.kind === 'duration' && right.kind === 'duration')
        return {
          kind: 'duration',
          months: left.months + right.months,
          milliseconds: left.milliseconds + right.milliseconds,
        }
      if (left.kind === 'object' && right.kind === 'object')
        return withFields(left, new Map(right.names().map((name) => [name, right.get(name)])))
    }
  }
  throw mismatch('+', left, right, at)
}

export function subtractValues(left: Value, right: Value, at: number): Value {
  if (left === null || right === null) return null
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'object' && typeof right === 'object' && !isList(left) && !isList(right)) {
    if (left.kind === 'date' && right.kind === 'duration') return addDuration(left, right, -1)
    if (left.kind === 'date' && right.kind === 'date')
      return { kind: 'duration', months: 0, milliseconds: left.milliseconds - right.milliseconds }
    if (left.kind === 'duration' && right.kind === 'duration')
      return {
        kind: 'duration',
        months: left.months - right.months,
        milliseconds: left.milliseconds - right.milliseconds,
      }
  }
  throw mismatch('-', left, right, at)
}

export function multiplyValues(operator: '*' | '/' | '%', left: Value, right: Value, at: number): Value {
  if (left === null || right === null) return null
  if (operator === '*' && typeof left === 'number' && typeof right !== 'number')
    return multiplyValues(operator, right, left, at)
  if (typeof right !== 'number') throw mismatch(operator, left, right, at)
  const apply = (value: number): number =>
    operator === '*' ? value * right : operator === '/' ? value / right : value % right
  if (typeof left === 'number') return apply(left)
  if (typeof left === 'string' && operator === '*') return repeatText(left, right, at)
  if (typeof left === 'object' && !isList(left) && left.kind === 'duration' && operator !== '%')
    return { kind: 'duration', months: apply(left.months), milliseconds: apply(left.milliseconds) }
  throw mismatch(operator, left, right, at)
}

function repeatText(text: string, count: number, at: number): string {
  const times = Math.max(0, Math.floor(count))
  if (times * text.length > MAXIMUM_TEXT) throw tooLong(at)
  return text.repeat(times)
}

/** Texts one after the other, if that is not too long. */
export function boundedText(parts: readonly string[], at: number, between = ''): string {
  const length = parts.reduce((total, part) => total + part.length + between.length, 0)
  if (length > MAXIMUM_TEXT) throw tooLong(at)
  return parts.join(between)
}

function tooLong(at: number): QueryProblem {
  return new QueryProblem('value', at, `a text of more than ${MAXIMUM_TEXT} characters`)
}

function mismatch(operator: string, left: Value, right: Value, at: number): QueryProblem {
  return new QueryProblem(
    'value',
    at,
    `"${operator}" does not work with ${typeOf(left)} and ${typeOf(right)}`,
  )
}
