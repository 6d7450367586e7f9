import type { Clause, DataviewQuery, NamedExpression, NoteSource, Output, SortKey } from './dataview-query.ts'
import { parseExpression } from './parse-expression.ts'
import { QueryProblem } from './query-problem.ts'
import { TokenReader } from './token-reader.ts'

const CLAUSES = ['from', 'where', 'sort', 'limit', 'group', 'flatten']

/** A query as a tree; throws a `QueryProblem` with its place where it is no query that can be run. */
export function parseQuery(query: string): DataviewQuery {
  const reader = new TokenReader(query)
  const output = parseOutput(reader)
  const from: NoteSource = reader.takeWord('from') ? parseSource(reader) : { kind: 'all' }
  const clauses: Clause[] = []
  while (reader.next.kind !== 'end') clauses.push(parseClause(reader))
  return { output, from, clauses }
}

function parseOutput(reader: TokenReader): Output {
  const { start } = reader.next
  if (reader.takeWord('list')) {
    const withId = !takeWithoutId(reader)
    return isBody(reader) ? { kind: 'list', withId, item: parseExpression(reader) } : { kind: 'list', withId }
  }
  if (reader.takeWord('table')) {
    const withId = !takeWithoutId(reader)
    return { kind: 'table', withId, columns: isBody(reader) ? parseColumns(reader) : [] }
  }
  if (reader.takeWord('task')) return { kind: 'task' }
  if (reader.isWord('calendar')) throw new QueryProblem('unsupported', start, 'CALENDAR')
  return reader.fail('LIST, TABLE or TASK')
}

function takeWithoutId(reader: TokenReader): boolean {
  if (!reader.isWord('without') || !reader.isWord('id', 1)) return false
  reader.take()
  reader.take()
  return true
}

/** Whether there is something to show before the clauses. `sort(` is a function, `SORT (` is a clause. */
function isBody(reader: TokenReader): boolean {
  if (reader.isWord('sort') && reader.isSymbolAhead('(', 1) && reader.isTouching(1)) return true
  return reader.next.kind !== 'end' && !CLAUSES.some((clause) => reader.isWord(clause))
}

function parseColumns(reader: TokenReader): readonly NamedExpression[] {
  const columns: NamedExpression[] = []
  do columns.push(parseNamedExpression(reader))
  while (reader.takeSymbol(','))
  return columns
}

function parseNamedExpression(reader: TokenReader): NamedExpression {
  const { start } = reader.next
  const expression = parseExpression(reader)
  const written = reader.query.slice(start, reader.lastEnd)
  if (!reader.takeWord('as')) return { expression, name: written }
  if (reader.next.kind !== 'word' && reader.next.kind !== 'string') reader.fail('a name')
  return { expression, name: reader.take().text }
}

function parseClause(reader: TokenReader): Clause {
  const { start } = reader.next
  if (reader.takeWord('where')) return { kind: 'where', condition: parseExpression(reader) }
  if (reader.takeWord('sort')) return { kind: 'sort', keys: parseSortKeys(reader) }
  if (reader.takeWord('limit')) return { kind: 'limit', count: parseExpression(reader) }
  if (reader.takeWord('flatten')) return { kind: 'flatten', by: parseNamedExpression(reader) }
  if (reader.takeWord('group')) {
    if (!reader.takeWord('by')) reader.fail('BY')
    return { kind: 'group', by: parseNamedExpression(reader) }
  }
  if (reader.isWord('from')) throw new QueryProblem('syntax', start, 'FROM comes before the other clauses')
  return reader.fail('WHERE, SORT, LIMIT, GROUP BY or FLATTEN')
}

function parseSortKeys(reader: TokenReader): readonly SortKey[] {
  const keys: SortKey[] = []
  do {
    const expression = parseExpression(reader)
    const descending = reader.takeWord('desc') || reader.takeWord('descending')
    if (!descending && !reader.takeWord('asc')) reader.takeWord('ascending')
    keys.push({ expression, descending })
  } while (reader.takeSymbol(','))
  return keys
}

/** What is after FROM. `and` and `or` bind alike, from the left, as they do in Dataview. */
function parseSource(reader: TokenReader): NoteSource {
  return reader.nested(() => {
    let left = parseAtom(reader)
    for (;;) {
      const kind = takeOperator(reader)
      if (!kind) return left
      left = { kind, left, right: parseAtom(reader) }
    }
  })
}

function takeOperator(reader: TokenReader): 'and' | 'or' | undefined {
  if (reader.takeWord('and') || reader.takeSymbol('&')) return 'and'
  return reader.takeWord('or') || reader.takeSymbol('|') ? 'or' : undefined
}

function parseAtom(reader: TokenReader): NoteSource {
  const { kind, text, start } = reader.next
  if (reader.takeSymbol('-') || reader.takeSymbol('!'))
    return { kind: 'not', of: reader.nested(() => parseAtom(reader)) }
  if (reader.takeSymbol('(')) {
    const inner = parseSource(reader)
    reader.expectSymbol(')')
    return inner
  }
  if (kind === 'tag') return { kind: 'tag', tag: reader.take().text }
  if (kind === 'string') return { kind: 'folder', path: reader.take().text }
  if (kind === 'link') return { kind: 'incoming', target: linkTarget(reader.take().text) }
  if (kind !== 'word') return reader.fail('a #tag, a "folder" or a [[note]]')
  const name = text.toLowerCase()
  if (name !== 'outgoing' && name !== 'incoming') throw new QueryProblem('unsupported', start, `FROM ${text}`)
  reader.take()
  reader.expectSymbol('(')
  if (reader.next.kind !== 'link') reader.fail('a [[note]]')
  const target = linkTarget(reader.take().text)
  reader.expectSymbol(')')
  return { kind: name, target }
}

/** The note that a link names, without heading, block or alias. */
function linkTarget(text: string): string {
  return (/^[^#|]*/.exec(text)?.[0] ?? '').trim()
}
