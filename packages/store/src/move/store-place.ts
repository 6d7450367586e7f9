import { openDumpRows } from './dump-rows.ts'
import type { RowSource } from './row-source.ts'
import type { RowTarget } from './row-target.ts'
import { createSqliteTarget, openSqliteRows } from './sqlite-rows.ts'
import { StoreError } from '../store-error.ts'

/** Where a database is, or a dump of one. */
export type StorePlace =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'dump'; readonly path: string }

/** An address of a server, a dump by its ending, else a database file. */
export function parseStorePlace(text: string): StorePlace {
  if (/^postgres(ql)?:\/\//i.test(text)) return { kind: 'postgres', url: text }
  return text.endsWith('.jsonl') ? { kind: 'dump', path: text } : { kind: 'sqlite', path: text }
}

/** As people may see it: without a password. */
export function describePlace(place: StorePlace): string {
  if (place.kind !== 'postgres') return place.path
  if (!URL.canParse(place.url)) return 'postgres://'
  const url = new URL(place.url)
  return `postgres://${url.username ? `${url.username}@` : ''}${url.host}${url.pathname}`
}

export async function openRows(place: StorePlace, access: { readonly alone: boolean }): Promise<RowSource> {
  switch (place.kind) {
    case 'sqlite':
      return openSqliteRows(place.path, access)
    case 'postgres':
      // The client of PostgreSQL is loaded by those who use it.
      return (await import('./postgres-rows.ts')).openPostgresRows(place.url, access)
    case 'dump':
      return openDumpRows(place.path)
    default:
      return place satisfies never
  }
}

export async function createTarget(place: StorePlace): Promise<RowTarget> {
  switch (place.kind) {
    case 'sqlite':
      return createSqliteTarget(place.path)
    case 'postgres':
      return (await import('./postgres-rows.ts')).createPostgresTarget(place.url)
    case 'dump':
      throw new StoreError('failed', 'A dump is made by a backup; a move goes to a database.')
    default:
      return place satisfies never
  }
}
