import { buildRows, valueFor } from './build-rows.ts'
import { parseDate } from './calendar.ts'
import type { DataviewQuery } from './dataview-query.ts'
import type { DataviewNote, DataviewSource, Vault } from './vault.ts'
import type { Evaluation } from './evaluate.ts'
import { parseQuery } from './parse-query.ts'
import { type DataviewDependencies, queryDependencies } from './query-dependencies.ts'
import { placeOf, QueryProblem } from './query-problem.ts'
import { renderRows } from './render-rows.ts'
import type { NoteLink } from '../note/parsed-note.ts'
import type { LinkValue, ObjectValue } from './dataview-value.ts'
import { noteObject } from './note-object.ts'
import { hashText } from '@varve/engine/internal'

export interface DataviewOptions {
  /** The day it is for the one who asks, `YYYY-MM-DD`. */
  readonly today: string
  readonly source: DataviewSource
  /** The note that the query is in. */
  readonly path: string
  /** What a moment is on the asker's clock, as if that were UTC, for the times of files; UTC itself where absent. */
  readonly wallClock?: ((milliseconds: number) => number) | undefined
  /** Rows beyond these are counted, not shown. */
  readonly maximumRows?: number | undefined
}

export interface DataviewResult {
  readonly kind: 'result' | 'unsupported' | 'invalid'
  /** Markdown: the result, or why there is none. */
  readonly text: string
  readonly rows: number
  readonly dependencies: DataviewDependencies
}

const MAXIMUM_STEPS = 10_000_000
const MAXIMUM_ROWS = 1_000

/** Runs one query. Reads no clock; the order of the notes in the source makes no difference. */
export function runDataview(query: string, options: DataviewOptions): DataviewResult {
  return prepareDataview(query, options).run()
}

export interface PreparedDataview {
  readonly dependencies: DataviewDependencies
  readonly run: () => DataviewResult
}

/** A query with what its result hangs on, before it is run. */
export function prepareDataview(query: string, options: DataviewOptions): PreparedDataview {
  const { today, source, path, wallClock = (milliseconds) => milliseconds } = options
  const vault = createVault({ source, wallClock })
  const tree = parsed(query)
  const isTree = !(tree instanceof QueryProblem)
  const dependencies = queryDependencies({ query, tree: isTree ? tree : undefined, path, today, vault })
  const run = (): DataviewResult => ({
    ...(isTree ? runTree(query, tree, vault, options) : refusal(query, tree)),
    dependencies,
  })
  return { dependencies, run }
}

function parsed(query: string): DataviewQuery | QueryProblem {
  try {
    return parseQuery(query)
  } catch (error) {
    if (error instanceof QueryProblem) return error
    throw error
  }
}

type Shown = Omit<DataviewResult, 'dependencies'>

function runTree(query: string, tree: DataviewQuery, vault: Vault, options: DataviewOptions): Shown {
  const today = parseDate(options.today)
  if (!today) return { kind: 'invalid', text: `"${options.today}" is not a day.`, rows: 0 }
  const run: Evaluation = {
    vault,
    today,
    path: options.path,
    effort: { left: MAXIMUM_STEPS },
    patterns: new Map(),
  }
  const problems = new Map<string, number>()
  const tell = (problem: QueryProblem): void => {
    const text = describe(query, problem)
    problems.set(text, (problems.get(text) ?? 0) + 1)
  }
  try {
    const rows = buildRows(tree, run, tell)
    const text = renderRows({
      output: tree.output,
      rows,
      valueOf: (expression, row) => valueFor(expression, row, { run, tell }),
      maximumRows: options.maximumRows ?? MAXIMUM_ROWS,
    })
    const notes = [...problems].map(([problem, count]) => `(No value in ${count} places: ${problem}.)`)
    return { kind: 'result', text: [text, ...notes].join('\n\n'), rows: rows.length }
  } catch (error) {
    if (error instanceof QueryProblem) return refusal(query, error)
    throw error
  }
}

function refusal(query: string, problem: QueryProblem): Shown {
  return problem.kind === 'unsupported'
    ? {
        kind: 'unsupported',
        text: `This query was not run. Not supported: ${describe(query, problem)}.`,
        rows: 0,
      }
    : { kind: 'invalid', text: `This query was not run: ${describe(query, problem)}.`, rows: 0 }
}

function describe(query: string, problem: QueryProblem): string {
  const { line, column } = placeOf(query, problem.at)
  return `${problem.message} (line ${line}, column ${column})`
}

interface VaultOptions {
  readonly source: DataviewSource
  readonly wallClock: (milliseconds: number) => number
}

/** Sorts the notes, so that nothing that follows depends on the order in which they came. */
function createVault({ source, wallClock }: VaultOptions): Vault {
  const notes = [...source.notes].sort((left, right) =>
    left.path < right.path ? -1 : left.path > right.path ? 1 : 0,
  )
  const byPath = new Map(notes.map((note) => [note.path, note]))
  const objects = new Map<string, ObjectValue>()
  const outgoing = new Map<string, readonly LinkValue[]>()
  let incoming: ReadonlyMap<string, readonly string[]> | undefined
  const vault: Vault = {
    notes,
    note: (path) => byPath.get(path),
    object: (note) => remember(objects, note.path, () => noteObject(note, vault)),
    link: (inner, from) => {
      const resolve = (target: string): string | undefined => {
        const path = source.resolveLink(target, from)
        return path !== undefined && byPath.has(path) ? path : undefined
      }
      return makeLink(inner, from, resolve)
    },
    outgoing: (note) => remember(outgoing, note.path, () => outgoingLinks(note, vault)),
    incoming: (path) => {
      incoming ??= incomingPaths(notes, vault)
      return incoming.get(path) ?? []
    },
    wallClock,
  }
  return vault
}

function remember<Thing>(memory: Map<string, Thing>, path: string, make: () => Thing): Thing {
  const known = memory.get(path)
  if (known !== undefined) return known
  const made = make()
  memory.set(path, made)
  return made
}

/** Links only to notes: the existence of other files must not change a result. */
function makeLink(inner: string, from: string, resolve: (target: string) => string | undefined): LinkValue {
  const bar = inner.indexOf('|')
  const written = (bar < 0 ? inner : inner.slice(0, bar)).trim()
  const hash = written.indexOf('#')
  const target = (hash < 0 ? written : written.slice(0, hash)).trim()
  const heading = hash < 0 ? '' : written.slice(hash + 1).trim()
  const path = target === '' ? from : resolve(target)
  const alias = bar < 0 ? '' : inner.slice(bar + 1).trim()
  return {
    kind: 'link',
    target,
    ...(path === undefined ? {} : { path }),
    ...(heading === '' ? {} : { heading }),
    ...(alias === '' ? {} : { alias }),
  }
}

function outgoingLinks(note: DataviewNote, vault: Vault): readonly LinkValue[] {
  const found = new Map<string, LinkValue>()
  for (const link of note.parsed.links) {
    if (!isInside(link)) continue
    const value = vault.link(link.target, note.path)
    const identity = value.path ?? value.target
    if (!found.has(identity)) found.set(identity, link.embed ? { ...value, embed: true } : value)
  }
  return [...found.values()]
}

/** Into the same note or to the web are not links between files. */
function isInside({ target }: NoteLink): boolean {
  return target !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(target)
}

function incomingPaths(notes: readonly DataviewNote[], vault: Vault): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const note of notes)
    for (const { path, target } of vault.outgoing(note)) {
      const to = path ?? target
      const paths = found.get(to)
      if (paths) paths.push(note.path)
      else found.set(to, [note.path])
    }
  return found
}

export interface DataviewCache {
  /** The same as `runDataview`, and run only where something that the result hangs on is new. */
  readonly run: (query: string, options: DataviewOptions) => DataviewResult
  /** How often a query was really run. */
  readonly runs: () => number
}

/** Keeps the results that were used last. */
export function createDataviewCache(maximumEntries = 200): DataviewCache {
  const entries = new Map<string, DataviewResult>()
  let runs = 0
  return {
    runs: () => runs,
    run: (query, options) => {
      const prepared = prepareDataview(query, options)
      const key = hashText(JSON.stringify([prepared.dependencies, options.maximumRows ?? null]))
      const known = entries.get(key)
      if (!known) runs += 1
      const result = known ?? prepared.run()
      // Put back at the end, so that the first is always the one that was not used for longest.
      entries.delete(key)
      entries.set(key, result)
      for (const oldest of entries.keys()) {
        if (entries.size <= maximumEntries) break
        entries.delete(oldest)
      }
      return result
    },
  }
}
