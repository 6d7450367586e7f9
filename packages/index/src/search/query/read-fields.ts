import { tokenize } from '@varve/workspace/notes'
import { foldTag } from '../fold-tag.ts'
import { addDays, type Day, dayOf, isDay } from './day.ts'
import type { QueryPiece } from './split-query.ts'
import type { SearchRequest } from '../search-index.ts'
import type { DayRange, PathPattern, SearchFilter } from '../search-source.ts'

export interface Fields {
  readonly filter: SearchFilter
  /** Words that the title or an alias must hold, all of them. */
  readonly inTitle: readonly string[]
  /** Words that it must not hold together. */
  readonly notInTitle: readonly (readonly string[])[]
  readonly notes: readonly string[]
}

type Field = QueryPiece & { readonly kind: 'field' }

/** The filters `tag:`, `path:`, `in:`, `title:`, `after:` and `before:`; with a `-`, the opposite. */
export function readFields(
  pieces: readonly QueryPiece[],
  request: SearchRequest,
  today: string | undefined,
): Fields {
  const fields = pieces.filter((piece): piece is Field => piece.kind === 'field' && piece.value !== '')
  const valuesOf = (names: readonly Field['field'][], negated: boolean): readonly Field[] =>
    fields.filter((piece) => names.includes(piece.field) && piece.negated === negated)
  const tags = (negated: boolean): readonly string[] =>
    valuesOf(['tag'], negated).map(({ value }) => foldTag(value))
  const paths = (negated: boolean): readonly PathPattern[] =>
    valuesOf(['path', 'in'], negated).map(({ value, field }) => pathPattern(value, field === 'in'))
  const titles = (negated: boolean): readonly (readonly string[])[] =>
    valuesOf(['title'], negated)
      .map(({ value }) => tokenize(value).map(({ word }) => word))
      .filter((words) => words.length > 0)
  const { days, notes } = readRange(fields, today)
  return {
    filter: {
      tags: tags(false),
      withoutTags: tags(true),
      paths: paths(false),
      withoutPaths: paths(true),
      exclude: (request.exclude ?? []).map((path) => path.normalize('NFC')),
      ...(days ? { days } : {}),
    },
    inTitle: [...new Set(titles(false).flat())],
    notInTitle: titles(true),
    notes,
  }
}

function readRange(
  fields: readonly Field[],
  today: string | undefined,
): { readonly days?: DayRange; readonly notes: readonly string[] } {
  const notes: string[] = []
  let days: DayRange | undefined
  for (const { field, value, negated } of fields) {
    if (field !== 'after' && field !== 'before') continue
    const read = readDays(value, today)
    if (!read) notes.push(`${field}:${value.slice(0, 40)} is not a day: write YYYY-MM-DD`)
    // Not after a day means before it.
    else if ((field === 'after') === negated) days = { ...days, to: read.dayBefore }
    else days = { ...days, from: read.from }
  }
  return days ? { days, notes } : { notes }
}

function pathPattern(value: string, isFolder: boolean): PathPattern {
  const text = value
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\/{1,64}/, '')
  if (!isFolder && !text.endsWith('/')) return { kind: 'contains', text }
  return { kind: 'folder', text: text.endsWith('/') ? text : `${text}/` }
}

/** What `after:` and `before:` take: the first day of what is named, and the day before it. */
interface NamedDays {
  readonly from: Day
  readonly dayBefore: Day
}

/** `2026`, `2026-03`, `2026-03-08`, and `today` and `yesterday` where it is known which day it is. */
function readDays(value: string, today: Day | undefined): NamedDays | undefined {
  const from = firstDay(value.toLowerCase(), today)
  return from === undefined ? undefined : { from, dayBefore: addDays(from, -1) }
}

function firstDay(value: string, today: Day | undefined): Day | undefined {
  if (isDay(value)) return value
  const [, year, month] = /^(\d{4})(?:-(\d{2}))?$/.exec(value) ?? []
  if (year !== undefined) {
    const day = dayOf(Number(year), Number(month ?? 1), 1)
    return day.startsWith(value) ? day : undefined
  }
  if (today === undefined) return undefined
  return value === 'today' ? today : value === 'yesterday' ? addDays(today, -1) : undefined
}
