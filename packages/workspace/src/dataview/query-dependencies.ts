import { hashText } from '@varve/engine/internal'
import type { DataviewQuery, Expression, NoteSource } from './dataview-query.ts'
import { isInFolder } from './match-source.ts'
import type { Vault } from './vault.ts'

/** What the result of a query hangs on. The same values mean the same result. */
export interface DataviewDependencies {
  readonly query: string
  /** The note that the query is in. */
  readonly path: string
  /** Only where the query reads the date. */
  readonly today?: string
  /** Of every note that was read or could match, and of the paths that links could lead to. */
  readonly versionHash: string
}

export interface DependencyInput {
  readonly query: string
  /** Undefined where the query could not be read; then only its text counts. */
  readonly tree: DataviewQuery | undefined
  readonly path: string
  readonly today: string
  readonly vault: Vault
}

interface Reads {
  date: boolean
  times: boolean
  /** Something other than the rows and the note at hand: any note may be read. */
  everything: boolean
}

const TIMES: ReadonlySet<string> = new Set(['mtime', 'mday', 'ctime', 'cday'])
/** Objects that hold times, when they are taken as a whole. */
const WHOLES: ReadonlySet<string> = new Set(['file', 'this', 'row', 'rows'])

export function queryDependencies({
  query,
  tree,
  path,
  today,
  vault,
}: DependencyInput): DataviewDependencies {
  if (!tree) return { query, path, versionHash: hashText('') }
  const reads = readsOf(tree)
  const isRuledIn = couldMatch(tree.from)
  const versions = vault.notes.map((note) => {
    const isRead = reads.everything || note.path === path || isRuledIn(note.path) !== false
    // Where links lead hangs on every path there is; what a note says, on those that can be read.
    if (!isRead) return [note.path]
    const times = reads.times ? [vault.wallClock(note.modified), vault.wallClock(note.created ?? -1)] : []
    return [note.path, note.contentHash, ...times]
  })
  const versionHash = hashText(JSON.stringify(versions))
  return { query, path, versionHash, ...(reads.date ? { today } : {}) }
}

/** By its path alone: true, false, or undefined where its text decides. */
type PathTest = (path: string) => boolean | undefined

function couldMatch(source: NoteSource): PathTest {
  switch (source.kind) {
    case 'all':
      return () => true
    case 'folder':
      return isInFolder(source.path)
    case 'tag':
    case 'incoming':
    case 'outgoing':
      return () => undefined
    case 'not': {
      const inner = couldMatch(source.of)
      return (path) => {
        const result = inner(path)
        return result === undefined ? undefined : !result
      }
    }
    case 'and':
    case 'or': {
      const [left, right] = [couldMatch(source.left), couldMatch(source.right)]
      const decided = source.kind === 'or'
      return (path) => {
        const both = [left(path), right(path)]
        if (both.includes(decided)) return decided
        return both.includes(undefined) ? undefined : !decided
      }
    }
    default:
      return source satisfies never
  }
}

function readsOf({ output, from, clauses }: DataviewQuery): Reads {
  const reads: Reads = { date: false, times: false, everything: namesOtherNote(from) }
  const look = (expression: Expression | undefined): void => {
    if (expression) noteReads(expression, reads)
  }
  if (output.kind === 'list') look(output.item)
  if (output.kind === 'table') for (const { expression } of output.columns) look(expression)
  for (const clause of clauses)
    switch (clause.kind) {
      case 'where':
        look(clause.condition)
        break
      case 'sort':
        for (const { expression } of clause.keys) look(expression)
        break
      case 'limit':
        look(clause.count)
        break
      case 'flatten':
      case 'group':
        look(clause.by.expression)
        noteName(clause.by.name, reads)
        break
      default:
        clause satisfies never
    }
  return reads
}

function namesOtherNote(source: NoteSource): boolean {
  if (source.kind === 'outgoing') return true
  if (source.kind === 'not') return namesOtherNote(source.of)
  return (
    (source.kind === 'and' || source.kind === 'or') &&
    (namesOtherNote(source.left) || namesOtherNote(source.right))
  )
}

/** What a query calls `file` or `row` itself may be a link to any note. */
function noteName(name: string, reads: Reads): void {
  if (!WHOLES.has(name)) return
  reads.everything = true
  reads.times = true
}

function noteReads(expression: Expression, reads: Reads): void {
  switch (expression.kind) {
    case 'literal':
    case 'link':
      return
    case 'day':
      reads.date = true
      return
    case 'variable':
      if (WHOLES.has(expression.name)) reads.times = true
      return
    case 'member':
      noteMember(expression, reads)
      return
    case 'index':
      reads.everything = true
      reads.times = true
      noteReads(expression.of, reads)
      noteReads(expression.by, reads)
      return
    case 'not':
      noteReads(expression.of, reads)
      return
    case 'list':
      for (const item of expression.items) noteReads(item, reads)
      return
    case 'object':
      for (const field of expression.fields) noteReads(field.expression, reads)
      return
    case 'lambda':
      for (const name of expression.parameters) noteName(name, reads)
      noteReads(expression.body, reads)
      return
    case 'call':
      // Of a text it may be the day it is, and of a link the day of another note.
      if (expression.name === 'date') {
        reads.date = true
        reads.everything = true
      }
      // Of a link, fields of another note.
      if (expression.name === 'extract') {
        reads.everything = true
        reads.times = true
      }
      for (const given of expression.given) noteReads(given, reads)
      return
    case 'binary':
      noteReads(expression.left, reads)
      noteReads(expression.right, reads)
      return
    default:
      expression satisfies never
  }
}

/** `file.x`, `this.x`, `this.file.x`, `row.file.x` and `rows.file.x` stay with notes at hand; any other way may follow a link. */
function noteMember(expression: Extract<Expression, { kind: 'member' }>, reads: Reads): void {
  const names: string[] = [expression.name]
  let of = expression.of
  while (of.kind === 'member') {
    names.unshift(of.name)
    of = of.of
  }
  if (of.kind === 'variable') names.unshift(of.name)
  else noteReads(of, reads)
  const last = expression.name
  const isAtHand =
    of.kind === 'variable' && /^(?:(?:this\.|rows?\.)?file|this|rows?)$/.test(names.slice(0, -1).join('.'))
  if (!isAtHand || last === 'inlinks') reads.everything = true
  if (!isAtHand || TIMES.has(last) || WHOLES.has(last)) reads.times = true
}
