/** A day, or a moment of it, by the calendar and clock of the one who asks. */
export interface DateValue {
  readonly kind: 'date'
  /** Milliseconds since 1970 as if that clock were UTC. */
  readonly milliseconds: number
  readonly hasTime: boolean
}

export interface DurationValue {
  readonly kind: 'duration'
  /** Months have no fixed length, so they are kept apart. */
  readonly months: number
  readonly milliseconds: number
}

export interface LinkValue {
  readonly kind: 'link'
  /** Where it leads; absent for a link to nothing. */
  readonly path?: string
  /** As written. */
  readonly target: string
  /** What it leads to in the file: a heading, or a block with `^` before its id. */
  readonly heading?: string
  readonly alias?: string
}

/** A note, a task, or what front matter nests. Fields are made when they are asked for. */
export interface ObjectValue {
  readonly kind: 'object'
  readonly get: (name: string) => Value
  readonly names: () => readonly string[]
  /** Says what a name stands for in Dataview where it is not read here: better told than taken for empty. */
  readonly missing?: (name: string) => string | undefined
  /** What stands for it when it is shown. */
  readonly link?: LinkValue
}

export type Value =
  | null
  | boolean
  | number
  | string
  | DateValue
  | DurationValue
  | LinkValue
  | ObjectValue
  | readonly Value[]

export type ValueType =
  | 'null'
  | 'boolean'
  | 'number'
  | 'string'
  | 'date'
  | 'duration'
  | 'link'
  | 'object'
  | 'array'

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

export function typeOf(value: Value): ValueType {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'string') return 'string'
  return isList(value) ? 'array' : value.kind
}

export function isTruthy(value: Value): boolean {
  if (value === null || typeof value === 'boolean') return value === true
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'string') return value !== ''
  if (isList(value)) return value.length > 0
  switch (value.kind) {
    case 'date':
      return true
    case 'duration':
      return value.months !== 0 || value.milliseconds !== 0
    case 'link':
      return value.target !== '' || value.path !== undefined
    case 'object':
      return value.names().length > 0
    default:
      return value satisfies never
  }
}

/** An object over what is already known. */
export function plainObject(fields: ReadonlyMap<string, Value>, link?: LinkValue): ObjectValue {
  return {
    kind: 'object',
    get: (name) => fields.get(name) ?? null,
    names: () => [...fields.keys()],
    ...(link ? { link } : {}),
  }
}

/** To a file as a whole. */
export function linkTo(path: string): LinkValue {
  return { kind: 'link', target: path, path }
}
