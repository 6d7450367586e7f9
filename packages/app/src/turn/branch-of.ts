import type { TurnInput } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { loadAsked } from './load-state.ts'
import type { Point } from './point.ts'

/**
 * What the engine must know of a turn that goes on elsewhere than the latest one: a branch of its own where the
 * point has been gone on from before, and what the providers were sent in the meantime.
 */
export async function branchOf(
  context: AppContext,
  { workspaceId, chatId, turnId }: ChatPlace & { readonly turnId: string },
  { turn, answer }: Point,
): Promise<Pick<TurnInput, 'branch' | 'caches'>> {
  const { store } = context
  const place = { workspaceId, conversationId: chatId }
  const latest = await store.turns.latest(place)
  if (!latest || latest.id === turn?.id) return {}
  const following = await store.turns.following(place, [turn?.id ?? null])
  const isFork = following.some(({ parentAnswerId }) => parentAnswerId === answer?.id)
  const caches = (await loadAsked(context, { workspaceId, chatId }, latest))?.state.caches
  return { ...(isFork ? { branch: turnId } : {}), ...(caches ? { caches } : {}) }
}
