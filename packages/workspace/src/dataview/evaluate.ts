import { addValues, multiplyValues, subtractValues } from './arithmetic.ts'
import { dayOf } from './calendar.ts'
import { compareValues } from './compare-values.ts'
import type { BinaryOperator, Expression } from './dataview-query.ts'
import {
  type DateValue,
  isList,
  isTruthy,
  type ObjectValue,
  plainObject,
  typeOf,
  type Value,
  withFields,
} from './dataview-value.ts'
import { callFunction } from './functions.ts'
import type { Pattern } from './pattern.ts'
import { QueryProblem } from './query-problem.ts'
import { datePart, durationPart } from './date-format.ts'
import type { Vault } from './vault.ts'

export interface Evaluation {
  readonly vault: Vault
  readonly today: DateValue
  /** The note that the query is in. */
  readonly path: string
  /** Counts what is done, so that a query ends by the same step everywhere. */
  readonly effort: { left: number }
  readonly patterns: Map<string, Pattern>
}

/** The value of an expression for one row. Throws a `QueryProblem` where it has none. */
export function evaluate(expression: Expression, row: ObjectValue, run: Evaluation): Value {
  spend(run, 1, expression.at)
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'variable':
      return expression.name === 'this' ? thisNote(run) : fieldOf(row, expression.name, expression.at)
    case 'member':
      return memberOf(wholeOf(expression.of, row, run), expression.name, run, expression.at)
    case 'index':
      return indexInto(expression, row, run)
    case 'not':
      return !isTruthy(evaluate(expression.of, row, run))
    case 'list':
      return expression.items.map((item) => evaluate(item, row, run))
    case 'object':
      return plainObject(
        new Map(expression.fields.map(({ name, expression: value }) => [name, evaluate(value, row, run)])),
      )
    case 'lambda': {
      const { parameters, body } = expression
      const call = (given: readonly Value[]): Value => {
        const fields = new Map(parameters.map((name, index) => [name, given[index] ?? null]))
        return evaluate(body, withFields(row, fields), run)
      }
      return { kind: 'function', call }
    }
    case 'link': {
      const alias = expression.alias === undefined ? '' : `|${expression.alias}`
      return run.vault.link(`${expression.target}${alias}`, run.path)
    }
    case 'day':
      return dayOf(expression.word, run.today)
    case 'call': {
      const given = expression.given.map((each) => evaluate(each, row, run))
      spend(run, costOf(given), expression.at)
      return callFunction(expression.name, given, {
        ...run,
        at: expression.at,
        spend: (steps) => spend(run, steps, expression.at),
        member: (of, name) => memberOf(of, name, run, expression.at),
      })
    }
    case 'binary':
      return binary(expression, row, run)
    default:
      return expression satisfies never
  }
}

function spend({ effort }: Evaluation, steps: number, at: number): void {
  effort.left -= steps
  if (effort.left < 0) throw new QueryProblem('unsupported', at, 'a query that takes this many steps')
}

const CHARACTERS_PER_STEP = 16

/** What a call is worth in steps: items and characters are looked at one by one. */
function costOf(given: readonly Value[]): number {
  return given.reduce((total: number, each) => total + Math.ceil(sizeOf(each) / CHARACTERS_PER_STEP), 0)
}

function sizeOf(value: Value): number {
  if (typeof value === 'string') return value.length
  if (value === null || typeof value !== 'object' || !isList(value)) return 1
  return value.reduce((total: number, item) => total + sizeOf(item), CHARACTERS_PER_STEP * value.length)
}

function thisNote({ vault, path }: Evaluation): Value {
  const note = vault.note(path)
  return note ? vault.object(note) : null
}

/** Of a list, the field of each; of a link, the field of the note that it leads to. */
function memberOf(of: Value, name: string, run: Evaluation, at: number): Value {
  if (of === null || typeof of !== 'object') return null
  if (isList(of)) {
    spend(run, of.length, at)
    return of.map((item) => memberOf(item, name, run, at))
  }
  switch (of.kind) {
    case 'object':
      return fieldOf(of, name, at)
    case 'link': {
      const note = of.path === undefined ? undefined : run.vault.note(of.path)
      return note ? fieldOf(run.vault.object(note), name, at) : null
    }
    case 'function':
      return null
    case 'date':
    case 'duration': {
      const part = of.kind === 'date' ? datePart(of, name) : durationPart(of, name)
      if (part === undefined) throw new QueryProblem('value', at, `a ${of.kind} has no part "${name}"`)
      return part
    }
    default:
      return of satisfies never
  }
}

function fieldOf(object: ObjectValue, name: string, at: number): Value {
  const missing = object.missing?.(name)
  if (missing !== undefined) throw new QueryProblem('unsupported', at, missing)
  return object.get(name)
}

/** What a field is taken from: `row` is the row itself, whose fields may have names that cannot be written alone. */
function wholeOf(of: Expression, row: ObjectValue, run: Evaluation): Value {
  return of.kind === 'variable' && of.name === 'row' ? row : evaluate(of, row, run)
}

function indexInto(
  { of, by, at }: Extract<Expression, { kind: 'index' }>,
  row: ObjectValue,
  run: Evaluation,
): Value {
  const [value, index] = [wholeOf(of, row, run), evaluate(by, row, run)]
  if (typeof index === 'string') return memberOf(value, index, run, at)
  if (typeof index !== 'number')
    throw new QueryProblem('value', at, `brackets take a number or a name, not ${typeOf(index)}`)
  if (typeof value === 'string') return value[index] ?? null
  return value !== null && typeof value === 'object' && isList(value) ? (value[index] ?? null) : null
}

function binary(
  expression: Extract<Expression, { kind: 'binary' }>,
  row: ObjectValue,
  run: Evaluation,
): Value {
  const { operator, at } = expression
  const left = evaluate(expression.left, row, run)
  if (operator === 'and' && !isTruthy(left)) return false
  if (operator === 'or' && isTruthy(left)) return true
  return combine(operator, left, evaluate(expression.right, row, run), at)
}

function combine(operator: BinaryOperator, left: Value, right: Value, at: number): Value {
  switch (operator) {
    case 'and':
    case 'or':
      return isTruthy(right)
    case '=':
      return compareValues(left, right) === 0
    case '!=':
      return compareValues(left, right) !== 0
    case '<':
      return compareValues(left, right) < 0
    case '>':
      return compareValues(left, right) > 0
    case '<=':
      return compareValues(left, right) <= 0
    case '>=':
      return compareValues(left, right) >= 0
    case '+':
      return addValues(left, right, at)
    case '-':
      return subtractValues(left, right, at)
    case '*':
    case '/':
    case '%':
      return multiplyValues(operator, left, right, at)
    default:
      return operator satisfies never
  }
}
