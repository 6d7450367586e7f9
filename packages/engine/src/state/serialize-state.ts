import type { JsonValue } from '../artifact/artifact.ts'
import { hashText, type Hash } from '../artifact/hash.ts'
import { AppendLog } from '../collection/append-log.ts'
import { HashedList } from '../collection/hashed-list.ts'
import { PersistentMap } from '../collection/persistent-map.ts'
import type { State } from './state.ts'

/** Shorter texts stay in the root: a reference would be longer. */
const SHORT_TEXT = 96

export interface SerializedState {
  /** Small JSON with texts replaced by their hashes. */
  readonly root: JsonValue
  /** The texts, each once, by hash: content-addressed, so that turns share them. */
  readonly objects: ReadonlyMap<Hash, string>
}

/** A conversation as JSON and texts by hash. `parseState` gives back a state that plans the same bytes. [E-4] */
export function serializeState(state: State): SerializedState {
  const objects = new Map<Hash, string>()
  const hashes = new Map<string, Hash>()
  const reference = (text: string): JsonValue => {
    const hash = hashes.get(text) ?? hashText(text)
    hashes.set(text, hash)
    objects.set(hash, text)
    return { $text: hash }
  }
  return { root: encode(state, reference), objects }
}

/**
 * The same JSON with its texts in place. Lists, and items of lists, that were encoded before are the very same objects
 * again: anyone who stores it can tell what is new without looking at the rest.
 */
export function encodeState(state: State, known: WeakMap<object, JsonValue>): JsonValue {
  return encode(state, (text) => text, known)
}

function encode(
  value: unknown,
  reference: (text: string) => JsonValue,
  known?: WeakMap<object, JsonValue>,
): JsonValue {
  const inner = (item: unknown): JsonValue => encode(item, reference, known)
  const listed = (item: unknown): JsonValue =>
    typeof item === 'object' && item !== null ? remembered(item, known, () => inner(item)) : inner(item)
  if (typeof value === 'string') return value.length > SHORT_TEXT ? reference(value) : value
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) return value.map(inner)
  const grouped = (groups: readonly (readonly unknown[])[]): JsonValue[] =>
    groups.flatMap((group) => remembered(group, known, () => group.map(listed)))
  if (value instanceof AppendLog) return remembered(value, known, () => ({ $log: grouped(value.groups()) }))
  if (value instanceof HashedList) return remembered(value, known, () => ({ $list: grouped(value.groups()) }))
  // An entry of a map is a pair that stays the same object until it is set again.
  if (value instanceof PersistentMap)
    return remembered(value, known, () => ({ $map: [...value].map(listed) }))
  if (typeof value === 'object') return encodeRecord(value, inner)
  throw new TypeError(`A state cannot hold a ${typeof value}.`)
}

/** What is immutable is encoded once. */
function remembered<Json extends JsonValue>(
  value: object,
  known: WeakMap<object, JsonValue> | undefined,
  make: () => Json,
): Json {
  const before = known?.get(value)
  if (before !== undefined) return before as Json
  const json = make()
  known?.set(value, json)
  return json
}

function encodeRecord(value: object, inner: (item: unknown) => JsonValue): JsonValue {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  // Names from outside (front matter) may look like ours: such a record is written as pairs.
  if (entries.some(([name]) => name.startsWith('$') || name === '__proto__'))
    return { $record: entries.map(([name, item]) => [inner(name), inner(item)]) }
  return Object.fromEntries(entries.map(([name, item]) => [name, inner(item)]))
}
