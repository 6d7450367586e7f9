import type { Store } from '@varve/store'
import { AppError } from '../app-error.ts'
import { SHORTEST_BEGINNING } from '../workspaces/named-workspaces.ts'

export interface ChatNamed {
  readonly workspaceId: string
  /** Its id, or how that begins. */
  readonly wanted: string
}

/** The chat of this id, or the only one whose id begins so; what fits none is refused by anyone who opens it. */
export async function findChat(
  { conversations }: Pick<Store, 'conversations'>,
  { workspaceId, wanted }: ChatNamed,
): Promise<string> {
  if (wanted.length < SHORTEST_BEGINNING || (await conversations.some(workspaceId, [wanted])).length > 0)
    return wanted
  const all = await Promise.all(
    (['current', 'archived', 'trashed'] as const).map((among) => conversations.list(workspaceId, { among })),
  )
  const found = all.flat().filter(({ id }) => id.startsWith(wanted))
  if (found.length > 1)
    throw new AppError('chat-not-found', `${found.length} chats begin with "${wanted}": give more of the id.`)
  return found[0]?.id ?? wanted
}
