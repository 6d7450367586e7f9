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
  /** Written with `!` before it. */
  readonly embed?: true
}

/** A note, a list item, or what front matter nests. Fields are made when they are asked for. */
export interface ObjectValue {
  readonly kind: 'object'
  readonly get: (name: string) => Value
  readonly names: () => readonly string[]
  /** What an unsupported name means in Dataview: better reported than treated as empty. */
  readonly missing?: (name: string) => string | undefined
  /** The note that it is, or that it is an item of. */
  readonly link?: LinkValue
  /** Of an item of a list. */
  readonly item?: ItemPlace
}

export interface ItemPlace {
  /** As it is shown: with the check box of a task. */
  readonly text: string
  readonly line: number
  /** The line of the item that contains it. */
  readonly parent: number | undefined
  readonly children: readonly ObjectValue[]
}

/** What `(x) => …` makes. */
export interface FunctionValue {
  readonly kind: 'function'
  readonly call: (given: readonly Value[]) => Value
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
  | FunctionValue
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
  | 'function'
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
    case 'function':
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

/** The same object with fields of other names, or other values under their names. */
export function withFields(object: ObjectValue, fields: ReadonlyMap<string, Value>): ObjectValue {
  return {
    ...object,
    get: (name) => (fields.has(name) ? (fields.get(name) ?? null) : object.get(name)),
    names: () => [...new Set([...object.names(), ...fields.keys()])],
    missing: (name) => (fields.has(name) ? undefined : object.missing?.(name)),
  }
}

/** To a file as a whole. */
export function linkTo(path: string): LinkValue {
  return { kind: 'link', target: path, path }
}
