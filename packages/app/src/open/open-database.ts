import { openStore, type Store } from '@varve/store'
import type { Clock } from '../clock.ts'

/** What every tool of the command line needs that works on a database. */
export interface DatabaseToolsOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
  readonly report: (message: string) => void
}

/** Opens a file, or a PostgreSQL where the name is `postgres://…`. */
export function openDatabase(database: string, now: number): Promise<Store> {
  const isUrl = /^postgres(?:ql)?:\/\//i.test(database)
  return openStore(isUrl ? { url: database, now } : { path: database, now })
}
