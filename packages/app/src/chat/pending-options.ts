import type { Artifact, State } from '@varve/engine'
import type { Priority } from '@varve/engine/internal'
import type { Statement, Store } from '@varve/store'
import type { ChatPlace } from './require-chat.ts'

/** What the user wants of the next turn of a chat, beside what the message itself says. */
export interface PendingTurnOptions {
  /** It begins from a summary of the older turns, and kept texts in short. */
  readonly compact: boolean
  /** The priority of kept artifacts from then on. */
  readonly priorities: readonly { readonly key: string; readonly priority: Priority }[]
}

export const NOTHING_PENDING: PendingTurnOptions = { compact: false, priorities: [] }

const COMPACT = 'compact'
const PRIORITIES: readonly Priority[] = ['essential', 'normal', 'optional']

/** What waits for the next turn; what a later version wished for is left alone. */
export async function loadPending(
  store: Store,
  { workspaceId, chatId }: ChatPlace,
): Promise<{ readonly pendingOptions: PendingTurnOptions; readonly forgotten: readonly string[] }> {
  const { pendingOptions: records, forgets: forgotten } = await store.pendingOptions.waiting(
    workspaceId,
    chatId,
  )
  const pendingOptions = {
    compact: records.some(({ key, wish }) => key === '' && wish === COMPACT),
    priorities: records.flatMap(({ key, wish }) => {
      const priority = PRIORITIES.find((known) => known === wish)
      return priority === undefined || key === '' ? [] : [{ key, priority }]
    }),
  }
  return { pendingOptions, forgotten }
}

export function wishStatement(
  store: Store,
  { workspaceId, chatId: conversationId }: ChatPlace,
  wish: { readonly key: string; readonly priority: Priority } | 'compact',
): Statement {
  const [key, word] = wish === 'compact' ? ['', COMPACT] : [wish.key, wish.priority]
  return store.pendingOptions.put({ workspaceId, conversationId, key }, word)
}

/** A turn has carried them out. */
export function carriedOut(
  store: Store,
  { workspaceId, chatId: conversationId }: ChatPlace,
  { compact, priorities }: PendingTurnOptions,
): readonly Statement[] {
  const keys = [...(compact ? [''] : []), ...priorities.map(({ key }) => key)]
  return keys.map((key) => store.pendingOptions.remove({ workspaceId, conversationId, key }))
}

/** What is attached again without a mark keeps the one that it has in the chat. */
export function keepMarks(
  attached: readonly Artifact[],
  { library, places }: State,
  { priorities }: PendingTurnOptions,
): readonly Artifact[] {
  return attached.map((artifact) => {
    if (artifact.priority !== 'normal') return artifact
    const index = places.get(artifact.key)
    const kept = index === undefined ? undefined : library.get(index)?.artifact.priority
    const priority = priorities.find(({ key }) => key === artifact.key)?.priority ?? kept ?? 'normal'
    return priority === 'normal' ? artifact : { ...artifact, priority }
  })
}
