import { type SearchFilter, startOfDay } from '@varve/workspace/searching'

type Parameter = string | number

export interface FilterSql {
  /** A condition over `files`, never empty. */
  readonly where: string
  readonly parameters: readonly Parameter[]
  /** Most files pass: it is quicker to check what was found than to find only what passes. */
  readonly isLight: boolean
}

interface Condition {
  readonly sql: string
  readonly parameters: readonly Parameter[]
}

/** A filter as a condition. Varve's own folder passes only where a path names it. */
export function filterSql(filter: SearchFilter): FilterSql {
  const narrowing = [
    ...filter.tags.map((tag) => ({ ...tagged(tag), isWanted: true })),
    ...filter.withoutTags.map((tag) => ({ ...tagged(tag), isWanted: false })),
    ...(filter.paths.length > 0 ? [{ ...oneOf(filter.paths.map(pathMatches)), isWanted: true }] : []),
    ...filter.withoutPaths.map((pattern) => ({ ...pathMatches(pattern), isWanted: false })),
    ...(filter.within ? [{ ...oneOfFiles(filter.within), isWanted: true }] : []),
    ...(filter.notWithin ? [{ ...oneOfFiles(filter.notWithin), isWanted: false }] : []),
    ...(filter.days ? [{ ...withinDays(filter.days), isWanted: true }] : []),
  ]
  const namesVarve = filter.paths.some(({ text }) => text === 'varve' || text.startsWith('varve/'))
  const excluded = filter.exclude.length > 0
  return {
    where: [
      ...(namesVarve ? [] : ['files.aside = 0']),
      ...(excluded ? ['files.path not in (select value from json_each(?))'] : []),
      ...narrowing.map(({ sql, isWanted }) => (isWanted ? `(${sql})` : `not (${sql})`)),
      'true',
    ].join(' and '),
    parameters: [
      ...(excluded ? [JSON.stringify(filter.exclude)] : []),
      ...narrowing.flatMap(({ parameters }) => parameters),
    ],
    isLight: narrowing.length === 0,
  }
}

/** '0' is the character after '/': a range that ends before it holds everything below. */
function tagged(tag: string): Condition {
  const sql = `exists (select 1 from tags where tags.file_id = files.id
    and (tags.fold = ? or (tags.fold >= ? and tags.fold < ?)))`
  return { sql, parameters: [tag, `${tag}/`, `${tag}0`] }
}

function pathMatches({ kind, text }: SearchFilter['paths'][number]): Condition {
  switch (kind) {
    case 'folder':
      return {
        sql: 'files.path_fold >= ? and files.path_fold < ?',
        parameters: [text, `${text.replace(/\/$/, '')}0`],
      }
    case 'contains':
      return { sql: 'instr(files.path_fold, ?) > 0', parameters: [text] }
    default:
      return kind satisfies never
  }
}

function oneOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' or '),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  }
}

function oneOfFiles(ids: readonly number[]): Condition {
  return { sql: 'files.id in (select value from json_each(?))', parameters: [JSON.stringify(ids)] }
}

/** By the disk's time, or by the day in the file's name. */
function withinDays({ from, to }: NonNullable<SearchFilter['days']>): Condition {
  const changed = {
    sql: 'files.modified >= ? and files.modified < ?',
    parameters: [from ? startOfDay(from) : 0, to ? endOfDay(to) : Number.MAX_SAFE_INTEGER],
  }
  // Anything is between an empty text and one that begins with a letter, for days are digits.
  const named = { sql: 'files.name_day between ? and ?', parameters: [from ?? '', to ?? 'z'] }
  return oneOf([changed, named])
}

/** The first moment of the day after, which is not always 24 hours later. */
function endOfDay(day: string): number {
  const next = new Date(startOfDay(day))
  return next.setDate(next.getDate() + 1)
}
