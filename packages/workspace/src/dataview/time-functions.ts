import { dayOf, parseDate, parseDuration, readDayWord, startOfDay } from './calendar.ts'
import { type DateValue, isList, type LinkValue, typeOf, type Value } from './dataview-value.ts'
import { parseDateFormat } from './date-format.ts'
import { QueryProblem } from './query-problem.ts'
import type { Vault } from './vault.ts'

export interface DateContext {
  readonly at: number
  readonly vault: Vault
  readonly today: DateValue
}

/** `date()` of what is to be computed; a text that is no date gives nothing, as in Dataview. */
export function toDate(value: Value, format: Value | undefined, context: DateContext): Value {
  const { at, today } = context
  if (value === null) return null
  if (typeof value === 'object' && !isList(value)) {
    if (value.kind === 'date') return value
    if (value.kind === 'link') return dayOfLink(value, context)
  }
  if (typeof value !== 'string') throw wrongKind('date', value, at)
  if (format === undefined) {
    if (value.trim().toLowerCase() === 'now') throw unknownTime(at)
    const word = readDayWord(value)
    return word ? dayOf(word, today) : (parseDate(value) ?? null)
  }
  if (typeof format !== 'string') throw wrongKind('date', format, at)
  const date = parseDateFormat(value, format, at)
  if (!date) throw new QueryProblem('value', at, `"${value}" is no date of the form "${format}"`)
  return date
}

/** What it is called, or the day of the note that it leads to. */
function dayOfLink({ alias = '', target, path }: LinkValue, { vault }: DateContext): Value {
  const named = parseDate(alias) ?? parseDate(target.slice(target.lastIndexOf('/') + 1).replace(/\.md$/i, ''))
  if (named) return named
  const note = path === undefined ? undefined : vault.note(path)
  const file = note ? vault.object(note).get('file') : null
  return file !== null && typeof file === 'object' && !isList(file) && file.kind === 'object'
    ? file.get('day')
    : null
}

export function unknownTime(at: number): QueryProblem {
  return new QueryProblem('unsupported', at, 'date(now): only the day is known, not the time of day')
}

export function toDuration(value: Value, at: number): Value {
  if (value === null) return null
  if (typeof value === 'string') return parseDuration(value) ?? null
  if (typeof value === 'object' && !isList(value) && value.kind === 'duration') return value
  throw wrongKind('dur', value, at)
}

export function stripTime(value: Value, at: number): Value {
  if (value === null) return null
  if (typeof value === 'object' && !isList(value) && value.kind === 'date') return startOfDay(value)
  throw wrongKind('striptime', value, at)
}

function wrongKind(name: string, value: Value, at: number): QueryProblem {
  return new QueryProblem('value', at, `${name}() does not work with ${typeOf(value)}`)
}
