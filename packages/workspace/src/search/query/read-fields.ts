import { foldTag } from '../fold-tag.ts'
import type { SearchRequest } from '../search-index.ts'
import type { DayRange, PathPattern, SearchFilter } from '../search-source.ts'
import { tokenize } from '../tokenize.ts'
import { readDays } from './read-days.ts'
import type { QueryPiece } from './split-query.ts'

export interface Fields {
  readonly filter: SearchFilter
  /** Words that the title or an alias must hold, all of them. */
  readonly inTitle: readonly string[]
  /** Words that it must not hold together. */
  readonly notInTitle: readonly (readonly string[])[]
  readonly notes: readonly string[]
}

type Field = QueryPiece & { readonly kind: 'field' }

/** What `tag:`, `path:`, `in:`, `title:`, `after:` and `before:` ask for; with a `-`, the opposite. */
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
    // What is not after a day is before it.
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
