import { compareValues } from './compare-values.ts'
import { type DateValue, isList, isTruthy, typeOf, type Value } from './dataview-value.ts'
import { matchesPattern } from './linear-pattern.ts'
import { QueryProblem } from './query-problem.ts'
import { renderValue } from './render-value.ts'
import { stripTime, toDate, toDuration } from './time-functions.ts'
import type { Vault } from './vault.ts'

export interface CallContext {
  readonly at: number
  readonly vault: Vault
  readonly today: DateValue
  readonly path: string
}

type Given = readonly Value[]
type Implementation = (given: Given, context: CallContext) => Value

const FUNCTIONS: ReadonlyMap<string, Implementation> = new Map<string, Implementation>([
  [
    'contains',
    ([where = null, what = null]) => overList(what, (each) => contains(where, each, (part) => part)),
  ],
  [
    'icontains',
    ([where = null, what = null]) =>
      overList(what, (each) => contains(where, each, (part) => part.toLowerCase())),
  ],
  ['econtains', ([where = null, what = null]) => overList(what, (each) => containsExactly(where, each))],
  ['length', ([value = null]) => lengthOf(value)],
  ['default', ([value = null, other = null]) => overList(value, (each) => each ?? other)],
  ['lower', ([value = null]) => overList(value, (each) => (each === null ? null : text(each).toLowerCase()))],
  ['upper', ([value = null]) => overList(value, (each) => (each === null ? null : text(each).toUpperCase()))],
  ['startswith', ([value = null, start = null]) => onTexts(value, start, (a, b) => a.startsWith(b))],
  ['endswith', ([value = null, end = null]) => onTexts(value, end, (a, b) => a.endsWith(b))],
  ['regexmatch', ([pattern = null, value = null], { at }) => regexMatch(pattern, value, at)],
  ['date', ([value = null, format], context) => overList(value, (each) => toDate(each, format, context))],
  ['dur', ([value = null], { at }) => overList(value, (each) => toDuration(each, at))],
  ['striptime', ([value = null], { at }) => overList(value, (each) => stripTime(each, at))],
  ['string', ([value = null]) => text(value)],
  ['number', ([value = null]) => toNumber(value)],
  ['round', ([value = null, digits = 0], { at }) => round(value, digits, at)],
  ['min', (given) => extreme(given, -1)],
  ['max', (given) => extreme(given, 1)],
  ['sum', ([values = null], { at }) => sum(values, at)],
  ['join', ([values = null, between = ', ']) => asList(values).map(text).join(text(between))],
  ['choice', ([condition = null, yes = null, no = null]) => (isTruthy(condition) ? yes : no)],
  ['list', (given) => given],
  ['array', (given) => given],
  ['link', ([target = null, alias = null], context) => makeLink(target, alias, context)],
  ['sort', ([values = null]) => [...asList(values)].sort(compareValues)],
  ['reverse', ([values = null]) => [...asList(values)].reverse()],
  ['unique', ([values = null]) => unique(asList(values))],
  ['nonnull', ([values = null]) => asList(values).filter((each) => each !== null)],
  ['any', (given) => members(given).some(isTruthy)],
  ['all', (given) => members(given).every(isTruthy)],
  ['none', (given) => !members(given).some(isTruthy)],
  ['typeof', ([value = null]) => typeOf(value)],
])

/** Whether a query may call this. */
export function isFunction(name: string): boolean {
  return FUNCTIONS.has(name)
}

export function callFunction(name: string, given: Given, context: CallContext): Value {
  const implementation = FUNCTIONS.get(name)
  if (!implementation) throw new QueryProblem('unsupported', context.at, `the function ${name}()`)
  return implementation(given, context)
}

function overList(value: Value, apply: (each: Value) => Value): Value {
  return value !== null && typeof value === 'object' && isList(value) ? value.map(apply) : apply(value)
}

/** In a list, whether one of its items contains it; in a text, whether it is part of it. */
function contains(where: Value, what: Value, fold: (text: string) => string): boolean {
  if (typeof where === 'string' && typeof what === 'string') return fold(where).includes(fold(what))
  if (where === null || typeof where !== 'object') return compareValues(where, what) === 0
  if (isList(where)) return where.some((item) => contains(item, what, fold))
  if (where.kind === 'object' && typeof what === 'string') return where.names().includes(what)
  return compareValues(where, what) === 0
}

function containsExactly(where: Value, what: Value): boolean {
  if (where !== null && typeof where === 'object' && isList(where))
    return where.some((item) => compareValues(item, what) === 0)
  return contains(where, what, (each) => each)
}

function lengthOf(value: Value): number {
  if (typeof value === 'string') return value.length
  if (value === null || typeof value !== 'object') return 0
  if (isList(value)) return value.length
  return value.kind === 'object' ? value.names().length : 0
}

function onTexts(value: Value, other: Value, test: (value: string, other: string) => boolean): Value {
  return overList(value, (each) =>
    typeof each === 'string' && typeof other === 'string' ? test(each, other) : false,
  )
}

function regexMatch(pattern: Value, value: Value, at: number): Value {
  if (typeof pattern !== 'string') throw new QueryProblem('value', at, 'regexmatch() needs a pattern as text')
  return overList(value, (each) => typeof each === 'string' && matchesPattern(pattern, each, at))
}

function toNumber(value: Value): Value {
  return overList(value, (each) => {
    if (typeof each === 'number') return each
    const found = typeof each === 'string' ? /-?\d{1,15}(?:\.\d{1,15})?/.exec(each)?.[0] : undefined
    return found === undefined ? null : Number(found)
  })
}

function round(value: Value, digits: Value, at: number): Value {
  if (value === null) return null
  if (typeof value !== 'number' || typeof digits !== 'number')
    throw new QueryProblem('value', at, `round() needs a number, not ${typeOf(value)}`)
  const factor = 10 ** Math.max(0, Math.min(15, Math.trunc(digits)))
  return Math.round(value * factor) / factor
}

function extreme(given: Given, sign: 1 | -1): Value {
  return members(given).reduce<Value>((best, each) => {
    if (best === null || each === null) return best ?? each
    return compareValues(each, best) * sign > 0 ? each : best
  }, null)
}

function sum(values: Value, at: number): Value {
  let total = 0
  for (const each of asList(values)) {
    if (typeof each !== 'number')
      throw new QueryProblem('value', at, `sum() needs numbers, not ${typeOf(each)}`)
    total += each
  }
  return total
}

function makeLink(target: Value, alias: Value, { vault, path, at }: CallContext): Value {
  if (target === null) return null
  if (typeof target !== 'string') throw new QueryProblem('value', at, 'link() needs the name of a note')
  return vault.link(typeof alias === 'string' ? `${target}|${alias}` : target, path)
}

/** The first of those that are equal, in the order in which they came. */
function unique(values: Given): Given {
  const places = values.map((_, index) => index)
  const at = (index: number): Value => values[index] ?? null
  places.sort((left, right) => compareValues(at(left), at(right)) || left - right)
  const firsts = places.filter((place, index) => {
    const before = places[index - 1]
    return before === undefined || compareValues(at(before), at(place)) !== 0
  })
  return firsts.sort((left, right) => left - right).map(at)
}

function members(given: Given): Given {
  return given.length === 1 ? asList(given[0] ?? null) : given
}

function asList(value: Value): Given {
  if (value === null) return []
  return typeof value === 'object' && isList(value) ? value : [value]
}

function text(value: Value): string {
  return value === null ? '' : renderValue(value)
}
