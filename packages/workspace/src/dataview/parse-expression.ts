import type { BinaryOperator, Expression } from './dataview-query.ts'
import { missingFileField } from './field-value.ts'
import { isFunction } from './functions.ts'
import { QueryProblem } from './query-problem.ts'
import type { TokenReader, Token } from './token-reader.ts'
import { parseDate, parseDuration, readDayWord } from './calendar.ts'
import { unknownTime } from './date-format.ts'

/** From the loosest to the tightest. `and` and `or` bind alike, from the left, as they do in Dataview. */
const LEVELS: readonly ReadonlyMap<string, BinaryOperator>[] = [
  new Map([
    ['and', 'and'],
    ['&', 'and'],
    ['or', 'or'],
    ['|', 'or'],
  ]),
  new Map([
    ['<=', '<='],
    ['>=', '>='],
    ['!=', '!='],
    ['=', '='],
    ['<', '<'],
    ['>', '>'],
  ]),
  new Map([
    ['+', '+'],
    ['-', '-'],
  ]),
  new Map([
    ['*', '*'],
    ['/', '/'],
    ['%', '%'],
  ]),
]

export function parseExpression(reader: TokenReader): Expression {
  return reader.nested(() => parseLevel(reader, 0))
}

function parseLevel(reader: TokenReader, level: number): Expression {
  const operators = LEVELS[level]
  if (!operators) return parseUnary(reader)
  let left = parseLevel(reader, level + 1)
  for (;;) {
    const { kind, text, start } = reader.next
    const isOperatorLike = kind === 'symbol' || kind === 'word'
    const operator = isOperatorLike ? operators.get(text.toLowerCase()) : undefined
    if (operator === undefined) return left
    reader.take()
    left = { kind: 'binary', operator, left, right: parseLevel(reader, level + 1), at: start }
  }
}

function parseUnary(reader: TokenReader): Expression {
  const at = reader.next.start
  if (reader.takeSymbol('!')) return { kind: 'not', of: reader.nested(() => parseUnary(reader)), at }
  if (reader.takeSymbol('-')) {
    const right = reader.nested(() => parseUnary(reader))
    return { kind: 'binary', operator: '-', left: { kind: 'literal', value: 0, at }, right, at }
  }
  return parsePostfix(reader)
}

function parsePostfix(reader: TokenReader): Expression {
  let of = parseAtom(reader)
  for (;;) {
    const at = reader.next.start
    if (reader.takeSymbol('.')) {
      if (reader.next.kind !== 'word') reader.fail('the name of a field')
      of = memberExpression(of, reader.take(), at)
    } else if (reader.isSymbol('[') && at === reader.lastEnd) {
      reader.take()
      of = { kind: 'index', of, by: parseExpression(reader), at }
      reader.expectSymbol(']')
    } else if (reader.isSymbol('(') && of.kind !== 'variable') {
      throw new QueryProblem('unsupported', at, 'a call of something that is not a function by name')
    } else return of
  }
}

function memberExpression(of: Expression, { text: name, start }: Token, at: number): Expression {
  const missing = isFileOfNote(of) ? missingFileField(name) : undefined
  if (missing !== undefined) throw new QueryProblem('unsupported', start, missing)
  return { kind: 'member', of, name, at }
}

/** `file`, `this.file` and their like are always what the file of a note is; any other `file` may be a field. */
function isFileOfNote(of: Expression): boolean {
  if (of.kind === 'variable') return of.name === 'file'
  return (
    of.kind === 'member' &&
    of.name === 'file' &&
    of.of.kind === 'variable' &&
    ['this', 'row', 'rows'].includes(of.of.name)
  )
}

function parseAtom(reader: TokenReader): Expression {
  const { kind, text, start: at } = reader.next
  switch (kind) {
    case 'number':
      reader.take()
      return { kind: 'literal', value: Number(text), at }
    case 'string':
      reader.take()
      return { kind: 'literal', value: text, at }
    case 'tag':
      reader.take()
      return { kind: 'literal', value: `#${text}`, at }
    case 'link':
      reader.take()
      return linkExpression(text, at)
    case 'word':
      return parseNamed(reader)
    case 'symbol':
      return parseBracketed(reader)
    case 'date':
      throw new QueryProblem('syntax', at, `a day is written date(${text})`)
    case 'end':
      return reader.fail('an expression')
    default:
      return kind satisfies never
  }
}

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

function parseNamed(reader: TokenReader): Expression {
  const { text, start: at } = reader.take()
  const constant = CONSTANTS.get(text.toLowerCase())
  if (constant !== undefined) return { kind: 'literal', value: constant, at }
  if (reader.isSymbol('=>'))
    throw new QueryProblem('syntax', at, `the parameter of a function needs brackets: (${text}) => …`)
  if (!reader.takeSymbol('(')) return { kind: 'variable', name: text, at }
  const name = text.toLowerCase()
  const time =
    name === 'date' ? parseDateCall(reader, at) : name === 'dur' ? parseDurationCall(reader, at) : undefined
  if (time) return time
  if (!isFunction(name)) throw new QueryProblem('unsupported', at, `the function ${text}()`)
  return { kind: 'call', name, given: parseItems(reader, ')'), at }
}

function parseBracketed(reader: TokenReader): Expression {
  const at = reader.next.start
  if (isLambda(reader)) return parseLambda(reader)
  if (reader.takeSymbol('(')) {
    const inner = parseExpression(reader)
    reader.expectSymbol(')')
    return inner
  }
  if (reader.takeSymbol('[')) return { kind: 'list', items: parseItems(reader, ']'), at }
  if (reader.takeSymbol('{')) return parseObject(reader, at)
  return reader.fail('an expression')
}

/** `(a, b) =>`, looked for ahead: a bracket alone may also begin an expression. */
function isLambda(reader: TokenReader): boolean {
  let ahead = 1
  if (!reader.isSymbolAhead('(', 0)) return false
  while (reader.isKindAhead('word', ahead) || reader.isSymbolAhead(',', ahead)) ahead += 1
  return reader.isSymbolAhead(')', ahead) && reader.isSymbolAhead('=>', ahead + 1)
}

function parseLambda(reader: TokenReader): Expression {
  const at = reader.next.start
  const parameters: string[] = []
  reader.expectSymbol('(')
  while (!reader.takeSymbol(')')) {
    if (reader.next.kind !== 'word') reader.fail('the name of a parameter')
    parameters.push(reader.take().text)
    if (!reader.isSymbol(')')) reader.expectSymbol(',')
  }
  reader.expectSymbol('=>')
  return { kind: 'lambda', parameters, body: parseExpression(reader), at }
}

/** `{ name: value, … }`, after the brace. */
function parseObject(reader: TokenReader, at: number): Expression {
  const fields: { readonly name: string; readonly expression: Expression }[] = []
  while (!reader.takeSymbol('}')) {
    if (reader.next.kind !== 'word' && reader.next.kind !== 'string') reader.fail('a name')
    const name = reader.take().text
    reader.expectSymbol(':')
    fields.push({ name, expression: parseExpression(reader) })
    if (!reader.isSymbol('}')) reader.expectSymbol(',')
  }
  return { kind: 'object', fields, at }
}

function parseItems(reader: TokenReader, close: string): readonly Expression[] {
  const items: Expression[] = []
  if (reader.takeSymbol(close)) return items
  do items.push(parseExpression(reader))
  while (reader.takeSymbol(','))
  reader.expectSymbol(close)
  return items
}

function linkExpression(text: string, at: number): Expression {
  const bar = text.indexOf('|')
  const target = bar < 0 ? text : text.slice(0, bar)
  return { kind: 'link', target, at, ...(bar < 0 ? {} : { alias: text.slice(bar + 1) }) }
}

/** `date(today)` or `date(2021-06-15)`, after the bracket; undefined where something is to be computed. */
function parseDateCall(reader: TokenReader, at: number): Expression | undefined {
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
function parseDurationCall(reader: TokenReader, at: number): Expression | undefined {
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
