import { AppendLog } from '../collection/append-log.ts'
import { HashedList } from '../collection/hashed-list.ts'
import { PersistentMap } from '../collection/persistent-map.ts'
import type { Hash } from '../artifact/hash.ts'
import { entryHash, type LibraryEntry, type State, turnHash, type TurnRecord } from './state.ts'

export type ParsedState =
  | { readonly kind: 'state'; readonly state: State }
  /** Texts that storage no longer has, or a root that is no state: the caller rebuilds and says so. */
  | { readonly kind: 'incomplete'; readonly missing: readonly Hash[]; readonly reason: string }

/** Reads a state back from what `serializeState` wrote. */
export function parseState(root: unknown, getObject: (hash: Hash) => string | undefined): ParsedState {
  const missing: Hash[] = []
  const resolve = (hash: Hash): string => {
    const text = getObject(hash)
    if (text === undefined) missing.push(hash)
    return text ?? ''
  }
  const decoded = decode(root, resolve)
  if (missing.length > 0)
    return { kind: 'incomplete', missing, reason: `${missing.length} texts are missing` }
  const problem = shapeProblem(decoded)
  if (problem !== undefined) return { kind: 'incomplete', missing: [], reason: problem }
  const raw = decoded as State
  return {
    kind: 'state',
    state: {
      ...raw,
      library: HashedList.from(raw.library as Iterable<LibraryEntry>, entryHash),
      history: HashedList.from(raw.history as Iterable<TurnRecord>, turnHash),
    },
  }
}

/** The root is ours and content-addressed; this guards against another version and against cut files. */
function shapeProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'the state is not a record'
  const state = value as Partial<Record<keyof State, unknown>>
  if (state.version !== 1)
    return `the state has version ${String(state.version)}, this program reads version 1`
  const names: (keyof State)[] = [
    'conversationId',
    'turn',
    'library',
    'places',
    'history',
    'epochs',
    'caches',
    'provided',
  ]
  const absent = names.filter((name) => state[name] === undefined)
  return absent.length === 0 ? undefined : `the state lacks ${absent.join(', ')}`
}

function decode(value: unknown, resolve: (hash: Hash) => string): unknown {
  const inner = (item: unknown): unknown => decode(item, resolve)
  if (Array.isArray(value)) return value.map(inner)
  if (typeof value !== 'object' || value === null) return value
  const record = value as Readonly<Record<string, unknown>>
  if (typeof record['$text'] === 'string') return resolve(record['$text'])
  if (Array.isArray(record['$log'])) return AppendLog.from(record['$log'].map(inner))
  if (Array.isArray(record['$list'])) return record['$list'].map(inner)
  if (Array.isArray(record['$map'])) return PersistentMap.from(pairs(record['$map'], inner))
  if (Array.isArray(record['$record'])) return Object.fromEntries(pairs(record['$record'], inner))
  return Object.fromEntries(Object.entries(record).map(([name, item]) => [name, inner(item)]))
}

function pairs(items: readonly unknown[], inner: (item: unknown) => unknown): [string, unknown][] {
  return items.map((item) => {
    const [name, value] = Array.isArray(item) ? item : []
    return [String(inner(name)), inner(value)]
  })
}
