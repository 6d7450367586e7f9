import { messagesOf, type Plan } from '@varve/engine'
import type { Statement, Store } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { PreparedTurn } from './prepared-turn.ts'

type Pictured = Pick<PreparedTurn, 'pictures'> & { readonly plan: Plan }

/** The pictures that a request shows, kept as they are sent: the next one shows them again, whatever the files hold. */
export function pictureStatements(
  store: Store,
  workspaceId: string,
  { plan, pictures }: Pictured,
): readonly Statement[] {
  if (pictures.size === 0) return []
  const shown = new Set(
    messagesOf(plan).flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'image' ? [part.image.hash] : [])),
    ),
  )
  return [...pictures].flatMap(([hash, { bytes }]) =>
    shown.has(hash) ? [store.blobs.put(workspaceId, hash, bytes)] : [],
  )
}

/** A picture by its hash: of this turn, or of one before. */
export function pictureOf(
  { store }: AppContext,
  workspaceId: string,
  { pictures }: Pick<Pictured, 'pictures'>,
): (hash: string) => Promise<Uint8Array | undefined> {
  return async (hash) => pictures.get(hash)?.bytes ?? store.blobs.get(workspaceId, hash)
}
