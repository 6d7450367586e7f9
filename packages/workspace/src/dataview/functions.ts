import { addValues, boundedText, multiplyValues, subtractValues } from './arithmetic.ts'
import { compareValues } from './compare-values.ts'
import { formatDate, stripTime, toDate, toDuration } from './date-format.ts'
import {
  type DateValue,
  type FunctionValue,
  isList,
  isTruthy,
  type LinkValue,
  plainObject,
  typeOf,
  type Value,
} from './dataview-value.ts'
import { compilePattern, type Pattern, patternSteps } from './pattern.ts'
import { QueryProblem } from './query-problem.ts'
import { renderValue } from './render-value.ts'
import type { Vault } from './vault.ts'

export interface CallContext {
  readonly at: number
  readonly vault: Vault
  readonly today: DateValue
  readonly path: string
  /** Those that were compiled so far, by what is written. */
  readonly patterns: Map<string, Pattern>
  /** Counts work that the size of the arguments does not show. */
  readonly spend: (steps: number) => void
  readonly member: (of: Value, name: string) => Value
}

type Given = readonly Value[]
type Implementation = (given: Given, context: CallContext) => Value

/**
 * Every function by its name. The numbers are the arguments that may be lists: the function is then called for
 * each item, and the shortest list ends it.
 */
const FUNCTIONS: readonly (readonly [name: string, each: readonly number[], run: Implementation])[] = [
  // Values of a type
  ['object', [], objectOf],
  ['list', [], (given) => given],
  ['array', [], (given) => given],
  ['date', [0], ([value = null, format], context) => toDate(value, format, context)],
  ['dur', [0], ([value = null], { at }) => toDuration(value, at)],
  ['number', [0], ([value = null]) => toNumber(value)],
  ['string', [], ([value = null]) => renderValue(value)],
  ['link', [0, 1], ([target = null, alias = null], context) => makeLink(target, alias, context)],
  ['embed', [0], ([link = null, isEmbedded = true]) => embedded(link, isTruthy(isEmbedded))],
  ['elink', [0], ([url = null, name = url]) => (url === null ? null : `[${text(name)}](${text(url)})`)],
  ['typeof', [], ([value = null]) => typeOf(value)],

  // Numbers
  ['round', [0], ([value = null, digits = 0], { at }) => round(value, digits ?? 0, at)],
  ['trunc', [0], ([value = null], { at }) => onNumber('trunc', value, Math.trunc, at)],
  ['floor', [0], ([value = null], { at }) => onNumber('floor', value, Math.floor, at)],
  ['ceil', [0], ([value = null], { at }) => onNumber('ceil', value, Math.ceil, at)],
  ['min', [], (given) => extreme(members(given), -1)],
  ['max', [], (given) => extreme(members(given), 1)],
  ['sum', [], ([values = null], context) => total('sum', values, addValues, context)],
  ['product', [], ([values = null], context) => total('product', values, times, context)],
  ['average', [], ([values = null], context) => average(values, context)],
  ['minby', [], ([values = null, key = null], context) => extremeBy('minby', values, key, context)],
  ['maxby', [], ([values = null, key = null], context) => extremeBy('maxby', values, key, context)],

  // Lists and objects
  ['contains', [1], ([where = null, what = null]) => contains(where, what, (part) => part)],
  ['icontains', [1], ([where = null, what = null]) => contains(where, what, (part) => part.toLowerCase())],
  ['econtains', [1], ([where = null, what = null]) => containsExactly(where, what)],
  ['containsword', [0, 1], ([where = null, word = null]) => containsWord(where, word)],
  ['extract', [0], ([of = null, ...names], { member }) => extract(of, names, member)],
  ['sort', [], ([values = null, key], context) => sorted(values, key, context)],
  ['reverse', [], ([values = null]) => reversed(values)],
  ['length', [], ([value = null], { at }) => lengthOf(value, at)],
  ['nonnull', [], (given) => members(given).filter((each) => each !== null)],
  ['firstvalue', [], ([values = null]) => asList(values).find((each) => each !== null) ?? null],
  ['any', [], (given, context) => tests('any', given, context).some(isTruthy)],
  ['all', [], (given, context) => tests('all', given, context).every(isTruthy)],
  ['none', [], (given, context) => !tests('none', given, context).some(isTruthy)],
  ['join', [1], ([values = null, between = ', '], { at }) => joined(values, between, at)],
  ['map', [], ([values = null, to = null], context) => mapped('map', values, to, context)],
  ['filter', [], ([values = null, test = null], context) => filtered(values, test, context)],
  ['reduce', [1], ([values = null, step = null], context) => reduced(values, step, context)],
  ['flat', [], ([values = null, depth = 1]) => flat(values, depth)],
  ['slice', [], ([values = null, from, to]) => (values === null ? null : slice(values, from, to))],
  ['unique', [], ([values = null]) => (values === null ? null : unique(asList(values)))],

  // Texts
  ['regextest', [0, 1], (given, context) => testPattern(given, context, false)],
  ['regexmatch', [0, 1], (given, context) => testPattern(given, context, true)],
  ['regexreplace', [0, 1, 2], regexReplace],
  ['replace', [0, 1, 2], replace],
  ['lower', [0], ([value = null]) => (value === null ? null : text(value).toLowerCase())],
  ['upper', [0], ([value = null]) => (value === null ? null : text(value).toUpperCase())],
  ['split', [], split],
  ['startswith', [0, 1], ([value = null, start = null]) => onTexts(value, start, (a, b) => a.startsWith(b))],
  ['endswith', [0, 1], ([value = null, end = null]) => onTexts(value, end, (a, b) => a.endsWith(b))],
  ['padleft', [0, 1, 2], (given, context) => padded(given, context, 'left')],
  ['padright', [0, 1, 2], (given, context) => padded(given, context, 'right')],
  ['substring', [0, 1, 2], substring],
  ['truncate', [0, 1, 2], truncate],

  // The rest
  ['default', [0, 1], ([value = null, other = null]) => value ?? other],
  ['ldefault', [], ([value = null, other = null]) => value ?? other],
  ['display', [], ([value = null]) => display(value)],
  ['choice', [0], ([condition = null, yes = null, no = null]) => (isTruthy(condition) ? yes : no)],
  ['striptime', [0], ([value = null], { at }) => stripTime(value, at)],
  ['dateformat', [0], ([value = null, format = null], { at }) => formatDate(value, format, at)],
  // Times are read by the clock of the one who asks already.
  ['localtime', [0], ([value = null]) => value],
  ['meta', [0], ([value = null], { at }) => meta(value, at)],
]

const BY_NAME = new Map(FUNCTIONS.map(([name, each, run]) => [name, { each, run }]))

/** Whether a query may call this. */
export function isFunction(name: string): boolean {
  return BY_NAME.has(name)
}

export function callFunction(name: string, given: Given, context: CallContext): Value {
  const found = BY_NAME.get(name)
  if (!found) throw new QueryProblem('unsupported', context.at, `the function ${name}()`)
  return callForEach(found, given, context)
}

function callForEach(
  { each, run }: { readonly each: readonly number[]; readonly run: Implementation },
  given: Given,
  context: CallContext,
): Value {
  const lists = new Map<number, Given>()
  for (const [place, value] of given.entries())
    if (each.includes(place) && isListValue(value)) lists.set(place, value)
  if (lists.size === 0) return run(given, context)
  const length = Math.min(...[...lists.values()].map((list) => list.length))
  return Array.from({ length }, (_, index) => {
    const one = given.map((value, place) => lists.get(place)?.[index] ?? (lists.has(place) ? null : value))
    return callForEach({ each, run }, one, context)
  })
}

function objectOf(given: Given, { at }: CallContext): Value {
  const fields = new Map<string, Value>()
  for (let place = 0; place < given.length; place += 2) {
    const name = given[place] ?? null
    if (typeof name !== 'string' || place + 1 >= given.length)
      throw new QueryProblem('value', at, 'object() needs names, as texts, each with a value')
    fields.set(name, given[place + 1] ?? null)
  }
  return plainObject(fields)
}

function toNumber(value: Value): Value {
  if (typeof value === 'number') return value
  const found = typeof value === 'string' ? /-?\d{1,15}(?:\.\d{1,15})?/.exec(value)?.[0] : undefined
  return found === undefined ? null : Number(found)
}

function makeLink(target: Value, alias: Value, { vault, path, at }: CallContext): Value {
  if (target === null) return null
  const named = typeof alias === 'string' ? alias : undefined
  if (isKind(target, 'link')) return named === undefined ? target : { ...target, alias: named }
  if (typeof target !== 'string') throw new QueryProblem('value', at, 'link() needs the name of a note')
  return vault.link(named === undefined ? target : `${target}|${named}`, path)
}

function embedded(link: Value, isEmbedded: boolean): Value {
  if (!isKind(link, 'link')) return link
  const { embed: _, ...plain } = link
  return isEmbedded ? { ...plain, embed: true } : plain
}

function round(value: Value, digits: Value, at: number): Value {
  if (typeof digits !== 'number') throw wrongKind('round', digits, at)
  const places = Math.min(15, Math.trunc(digits))
  return onNumber(
    'round',
    value,
    (each) => (places <= 0 ? Math.round(each) : Number(each.toFixed(places))),
    at,
  )
}

function onNumber(name: string, value: Value, apply: (value: number) => number, at: number): Value {
  if (value === null) return null
  if (typeof value !== 'number') throw wrongKind(name, value, at)
  return apply(value)
}

function extreme(values: Given, sign: 1 | -1): Value {
  return values.reduce<Value>((best, each) => {
    if (best === null || each === null) return best ?? each
    return compareValues(each, best) * sign > 0 ? each : best
  }, null)
}

function extremeBy(name: 'minby' | 'maxby', values: Value, key: Value, context: CallContext): Value {
  if (values === null) return null
  const keyed = asList(values).map((value) => ({ value, key: callback(name, key, context)(value) }))
  const known = keyed.filter((each) => each.key !== null)
  if (known.length === 0) return keyed[0]?.value ?? null
  // Of equals, the first is the least and the last is the greatest.
  return known.reduce((best, each) => {
    const result = compareValues(each.key, best.key)
    return (name === 'minby' ? result < 0 : result >= 0) ? each : best
  }).value
}

type Combine = (left: Value, right: Value, at: number) => Value

const times: Combine = (left, right, at) => multiplyValues('*', left, right, at)

/** Sums or multiplies a list; anything else is returned unchanged. */
function total(name: string, values: Value, combine: Combine, { at }: CallContext): Value {
  if (!isListValue(values)) return values
  if (values.length === 0) return null
  return values.reduce((sum, each) => {
    if (sum === null || each === null) throw wrongKind(name, null, at)
    return combine(sum, each, at)
  })
}

function average(values: Value, context: CallContext): Value {
  const sum = total('average', values, addValues, context)
  return isListValue(values) && sum !== null ? multiplyValues('/', sum, values.length, context.at) : sum
}

/** In a list, whether one of its items contains it; in a text, whether it is part of it. */
function contains(where: Value, what: Value, fold: (text: string) => string): boolean {
  if (typeof where === 'string' && typeof what === 'string') return fold(where).includes(fold(what))
  if (isListValue(where)) return where.some((item) => contains(item, what, fold))
  if (isKind(where, 'object') && typeof what === 'string') return where.names().includes(what)
  return compareValues(where, what) === 0
}

function containsExactly(where: Value, what: Value): boolean {
  if (isListValue(where)) return where.some((item) => compareValues(item, what) === 0)
  return contains(where, what, (each) => each)
}

/** Letters on neither side of it, in any case. */
function containsWord(where: Value, word: Value): Value {
  if (where === null || word === null) return null
  if (word === '') return false
  const [all, part] = [text(where).toLowerCase(), text(word).toLowerCase()]
  const isWordAt = (at: number): boolean => /^\w$/.test(all[at] ?? '')
  for (let at = all.indexOf(part); at >= 0; at = all.indexOf(part, at + 1)) {
    const end = at + part.length
    const isStart = isWordAt(at - 1) !== isWordAt(at)
    if (isStart && isWordAt(end - 1) !== isWordAt(end)) return true
  }
  return false
}

function extract(of: Value, names: Given, member: CallContext['member']): Value {
  return plainObject(new Map(names.map((name) => [text(name), member(of, text(name))])))
}

function sorted(values: Value, key: Value | undefined, context: CallContext): Value {
  if (!isListValue(values)) return values
  const keyOf = key === undefined ? (value: Value): Value => value : callback('sort', key, context)
  return values
    .map((value) => ({ value, key: keyOf(value) }))
    .sort((left, right) => compareValues(left.key, right.key))
    .map(({ value }) => value)
}

function reversed(values: Value): Value {
  if (typeof values === 'string') return Array.from(values).reverse().join('')
  return isListValue(values) ? values.toReversed() : values
}

function lengthOf(value: Value, at: number): number {
  if (value === null) return 0
  if (typeof value === 'string' || isListValue(value)) return value.length
  if (isKind(value, 'object')) return value.names().length
  throw wrongKind('length', value, at)
}

/** The tested values: each argument, the items of a list, or the results of a function on them. */
function tests(name: string, given: Given, context: CallContext): Given {
  const [values = null, test = null] = given
  return isKind(test, 'function') ? asList(values).map(callback(name, test, context)) : members(given)
}

function joined(values: Value, between: Value, at: number): Value {
  const parts = isListValue(values) ? values.map((each) => renderValue(each)) : [renderValue(values)]
  return boundedText(parts, at, between === null ? ', ' : text(between))
}

function mapped(name: string, values: Value, to: Value, context: CallContext): Value {
  return values === null ? null : asList(values).map(callback(name, to, context))
}

function filtered(values: Value, test: Value, context: CallContext): Value {
  if (values === null) return null
  const holds = callback('filter', test, context)
  return asList(values).filter((each) => isTruthy(holds(each)))
}

const OPERATORS: ReadonlyMap<Value, Combine> = new Map<Value, Combine>([
  ['+', addValues],
  ['-', subtractValues],
  ['*', times],
  ['/', (left, right, at) => multiplyValues('/', left, right, at)],
  ['&', (left, right) => isTruthy(left) && isTruthy(right)],
  ['|', (left, right) => isTruthy(left) || isTruthy(right)],
])

/** One value of a list, by an operator as a text or by a function of two parameters, which gets no missing values. */
function reduced(values: Value, step: Value, context: CallContext): Value {
  if (values === null || step === null) return null
  const items = asList(values)
  if (items.length === 0) return null
  const operator = OPERATORS.get(step)
  if (operator) return items.reduce((so, each) => operator(so, each, context.at))
  const combine = callback('reduce', step, context)
  return items.reduce((so, each) => (each === null ? so : combine(so, each)))
}

function flat(values: Value, depth: Value): Value {
  if (!isListValue(values) || typeof depth !== 'number' || depth < 1) return values
  return flat(
    values.flatMap((each) => (isListValue(each) ? each : [each])),
    values.some(isListValue) ? depth - 1 : 0,
  )
}

function slice(values: Value, from: Value | undefined, to: Value | undefined): Value {
  const place = (value: Value | undefined): number | undefined =>
    typeof value === 'number' ? value : undefined
  return asList(values).slice(place(from), place(to))
}

/** In order, as Dataview gives them. */
function unique(values: Given): Given {
  const ordered = [...values].sort(compareValues)
  return ordered.filter((each, index) => index === 0 || compareValues(ordered[index - 1] ?? null, each) !== 0)
}

/** False where the pattern or the text is missing. `regexmatch()` adds `^` and `$` to a pattern with neither. */
function testPattern([pattern = null, value = null]: Given, context: CallContext, isMatch: boolean): Value {
  if (typeof pattern !== 'string' || typeof value !== 'string') return false
  const isWhole = isMatch && !pattern.startsWith('^') && !pattern.endsWith('$')
  return readPattern(pattern, value, context, isWhole).test(value)
}

function regexReplace([value = null, pattern = null, by = null]: Given, context: CallContext): Value {
  if (value === null || pattern === null || by === null) return null
  const whole = text(value)
  return boundedText([readPattern(pattern, whole, context).matcher(whole).replaceAll(text(by))], context.at)
}

function replace([value = null, what = null, by = null]: Given, { at }: CallContext): Value {
  if (value === null || what === null || by === null) return null
  return boundedText(text(value).split(text(what)), at, text(by))
}

/** At a pattern, with its groups between the parts; a limit keeps that many of them and drops the rest. */
function split([value = null, pattern = null, limit]: Given, context: CallContext): Value {
  if (value === null || pattern === null || limit === null) return null
  const whole = text(value)
  const compiled = readPattern(pattern, whole, context)
  if (whole === '') return compiled.test('') ? [] : ['']
  const parts: string[] = []
  let last = 0
  for (const match of compiled.matchAll(whole)) {
    const [found, ...groups] = match
    const start = match.index ?? 0
    if (start === whole.length || start + found.length === last) continue
    parts.push(whole.slice(last, start), ...groups.map((group: string | null | undefined) => group ?? ''))
    last = start + found.length
  }
  parts.push(whole.slice(last))
  return typeof limit === 'number' ? parts.slice(0, Math.max(0, limit)) : parts
}

function readPattern(
  written: Value,
  value: string,
  { at, spend, patterns }: CallContext,
  isWhole = false,
): Pattern {
  if (typeof written !== 'string') throw new QueryProblem('value', at, 'a pattern has to be a text')
  const key = `${isWhole} ${written}`
  const pattern = patterns.get(key) ?? compilePattern(written, at, isWhole)
  patterns.set(key, pattern)
  spend(patternSteps(pattern, value))
  return pattern
}

function onTexts(value: Value, other: Value, test: (value: string, other: string) => boolean): Value {
  if (value === null || other === null) return null
  return typeof value === 'string' && typeof other === 'string' && test(value, other)
}

function padded(
  [value = null, length = null, filling = ' ']: Given,
  { at }: CallContext,
  side: 'left' | 'right',
): Value {
  if (value === null || length === null || filling === null) return null
  if (typeof length !== 'number') throw wrongKind(`pad${side}`, length, at)
  const short = text(value)
  const missing = Math.max(0, Math.min(length, 10_000) - short.length)
  const padding = ''.padEnd(missing, text(filling))
  return side === 'left' ? padding + short : short + padding
}

function substring([value = null, from = null, to]: Given, { at }: CallContext): Value {
  if (value === null || from === null || to === null) return null
  if (typeof from !== 'number') throw wrongKind('substring', from, at)
  return text(value).substring(from, typeof to === 'number' ? to : undefined)
}

function truncate([value = null, length = null, end = '...']: Given, { at }: CallContext): Value {
  if (value === null || length === null || end === null) return null
  if (typeof length !== 'number') throw wrongKind('truncate', length, at)
  const [whole, suffix] = [text(value), text(end)]
  const room = Math.max(0, length - suffix.length)
  return whole.length > length - suffix.length ? `${whole.slice(0, room)}${suffix}` : whole
}

/** As it is read: links by their names, without the signs of Markdown. */
function display(value: Value): Value {
  if (value === null) return ''
  if (isListValue(value)) return value.map(display).map(text).join(', ')
  if (isKind(value, 'link')) return linkName(value)
  if (typeof value !== 'string') return renderValue(value)
  return value
    .replace(/\[\[[^\][|\n]*\|([^\][\n]*)\]\]|\[\[([^\][|\n]*)\]\]/g, '$1$2')
    .replace(/\[([^\][\n]*)\]\([^()\n]*\)/g, '$1')
    .replace(/[*`]|~~|(?<!\w)_|_(?!\w)/g, '')
}

function linkName({ alias, path, target, heading }: LinkValue): string {
  if (alias !== undefined) return alias
  const name = (path ?? target).replace(/^.*\//s, '').replace(/\.md$/i, '')
  return heading === undefined ? name : `${name} > ${heading.replace(/^\^/, '')}`
}

function meta(value: Value, at: number): Value {
  if (!isKind(value, 'link')) throw wrongKind('meta', value, at)
  const { alias = null, embed = false, path, target, heading = null } = value
  const type = heading === null ? 'file' : heading.startsWith('^') ? 'block' : 'header'
  return plainObject(
    new Map<string, Value>([
      ['display', alias],
      ['embed', embed],
      ['path', path ?? target],
      ['subpath', heading?.replace(/^\^/, '') ?? null],
      ['type', type],
    ]),
  )
}

function callback(name: string, value: Value, { at, spend }: CallContext): (...given: Given) => Value {
  if (!isKind(value, 'function'))
    throw new QueryProblem('value', at, `${name}() needs a function such as (x) => x.name`)
  return (...given) => {
    spend(1)
    return value.call(given)
  }
}

function isKind<Kind extends 'link' | 'object' | 'function'>(
  value: Value,
  kind: Kind,
): value is Extract<LinkValue | FunctionValue | Exclude<Value, null>, { readonly kind: Kind }> {
  return value !== null && typeof value === 'object' && !isList(value) && value.kind === kind
}

function isListValue(value: Value): value is Given {
  return value !== null && typeof value === 'object' && isList(value)
}

function members(given: Given): Given {
  return given.length === 1 ? asList(given[0] ?? null) : given
}

function asList(value: Value): Given {
  if (value === null) return []
  return isListValue(value) ? value : [value]
}

function text(value: Value): string {
  return value === null ? '' : renderValue(value)
}

function wrongKind(name: string, value: Value, at: number): QueryProblem {
  return new QueryProblem('value', at, `${name}() does not work with ${typeOf(value)}`)
}
