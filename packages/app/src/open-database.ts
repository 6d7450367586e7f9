import { openStore, type Store } from '@varve/store'

/** Opens a file, or a PostgreSQL where the name is `postgres://…`. */
export function openDatabase(database: string, now: number): Promise<Store> {
  const isUrl = /^postgres(?:ql)?:\/\//i.test(database)
  return openStore(isUrl ? { url: database, now } : { path: database, now })
}
