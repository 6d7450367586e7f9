import { compareValues } from './compare-values.ts'
import type { Clause, DataviewQuery, Expression, NamedExpression, SortKey } from './dataview-query.ts'
import { isList, isTruthy, type ObjectValue, plainObject, type Value, withFields } from './dataview-value.ts'
import { evaluate, type Evaluation } from './evaluate.ts'
import { fieldName } from './field-value.ts'
import { listObjects } from './note-object.ts'
import { matchSource } from './match-source.ts'
import { QueryProblem } from './query-problem.ts'

export interface Row {
  readonly object: ObjectValue
  /** What the row is called: a link to its note, or what its group has in common. */
  readonly id: Value
  /** Of a group. */
  readonly members?: readonly Row[]
  /** Of a group: what its rows have in common, as the query calls it. */
  readonly groupName?: string
}

/** A row without a value for an expression is left out or shown empty, and reported once for each reason. */
export type TellProblem = (problem: QueryProblem) => void

interface Building {
  readonly run: Evaluation
  readonly tell: TellProblem
}

const MAXIMUM_ROWS = 50_000

/** The rows of a query after all its clauses, in order. */
export function buildRows(query: DataviewQuery, run: Evaluation, tell: TellProblem): readonly Row[] {
  let rows = firstRows(query, run)
  for (const clause of query.clauses) rows = applyClause(clause, rows, { run, tell })
  return rows
}

/** The value of an expression, or nothing where it has none. */
export function valueFor(expression: Expression, row: Row, { run, tell }: Building): Value {
  try {
    return evaluate(expression, row.object, run)
  } catch (error) {
    if (!(error instanceof QueryProblem) || error.kind !== 'value') throw error
    tell(error)
    return null
  }
}

/** Notes, or tasks: what a task does not say itself, its note says. */
function firstRows({ output, from }: DataviewQuery, { vault, path }: Evaluation): readonly Row[] {
  const notes = vault.notes.filter(matchSource(from, vault, path))
  if (output.kind !== 'task') return notes.map((note) => rowOf(vault.object(note)))
  return notes.flatMap((note) => {
    const whole = vault.object(note)
    return listObjects(note, vault)
      .filter(isTask)
      .map((task) => rowOf({ ...task, get: (name) => task.get(name) ?? whole.get(name) }))
  })
}

function isTask(item: ObjectValue): boolean {
  return item.get('task') === true
}

function rowOf(object: ObjectValue): Row {
  return { object, id: object.link ?? null }
}

function applyClause(clause: Clause, rows: readonly Row[], building: Building): readonly Row[] {
  switch (clause.kind) {
    case 'where':
      return rows.filter((row) => isTruthy(valueFor(clause.condition, row, building)))
    case 'sort':
      return sortRows(rows, clause.keys, building)
    case 'limit':
      return rows.slice(0, limitOf(clause.count, building.run))
    case 'flatten':
      return flattenRows(rows, clause.by, building)
    case 'group':
      return groupRows(rows, clause.by, building)
    default:
      return clause satisfies never
  }
}

/** Equal rows stay in the order that they had. */
function sortRows(rows: readonly Row[], keys: readonly SortKey[], building: Building): readonly Row[] {
  const keyed = rows.map((row) => ({
    row,
    values: keys.map(({ expression }) => valueFor(expression, row, building)),
  }))
  keyed.sort((left, right) => {
    for (const [index, { descending }] of keys.entries()) {
      const result = compareValues(left.values[index] ?? null, right.values[index] ?? null)
      if (result !== 0) return descending ? -result : result
    }
    return 0
  })
  return keyed.map(({ row }) => row)
}

function limitOf(count: Expression, run: Evaluation): number {
  const value = evaluate(count, plainObject(new Map()), run)
  if (typeof value !== 'number' || !(value >= 0))
    throw new QueryProblem('syntax', count.at, 'LIMIT needs a number')
  return Math.floor(value)
}

function flattenRows(
  rows: readonly Row[],
  { expression, name }: NamedExpression,
  building: Building,
): readonly Row[] {
  const flat: Row[] = []
  for (const row of rows) {
    const value = valueFor(expression, row, building)
    const items = value !== null && typeof value === 'object' && isList(value) ? value : [value]
    for (const item of items) {
      const fields = new Map([name, fieldName(name)].map((each) => [each, item]))
      flat.push({ ...row, object: withFields(row.object, fields) })
    }
    if (flat.length > MAXIMUM_ROWS)
      throw new QueryProblem('unsupported', expression.at, `FLATTEN into more than ${MAXIMUM_ROWS} rows`)
  }
  return flat
}

/** In the order of what they have in common. */
function groupRows(
  rows: readonly Row[],
  { expression, name }: NamedExpression,
  building: Building,
): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: valueFor(expression, row, building) }))
  keyed.sort((left, right) => compareValues(left.key, right.key))
  const groups: { readonly key: Value; readonly members: Row[] }[] = []
  for (const { row, key } of keyed) {
    const last = groups.at(-1)
    if (last && compareValues(last.key, key) === 0) last.members.push(row)
    else groups.push({ key, members: [row] })
  }
  return groups.map(({ key, members }): Row => {
    const fields = new Map<string, Value>([
      [name, key],
      [fieldName(name), key],
      ['key', key],
      ['rows', members.map(({ object }) => object)],
    ])
    return { object: plainObject(fields), id: key, members, groupName: name }
  })
}
