import { parseStorePlace, readStore, type Store, StoreError } from '@varve/store'
import { AppError } from '../app-error.ts'

/** Opens a database to read it: nothing is locked, so that a running Varve goes on. */
export async function openToRead(database: string): Promise<Store> {
  const place = parseStorePlace(database)
  if (place.kind === 'dump') throw new AppError('message-invalid', 'A backup of a server cannot be opened.')
  const message = 'The database was opened to be read.'
  const reader = await readStore(place)
  return {
    ...reader,
    readOnly: message,
    commit: (statements) =>
      statements.length === 0 ? Promise.resolve() : Promise.reject(new StoreError('failed', message)),
  }
}
