import type { Plan } from '@varve/engine'
import { hashText, stableJson } from '@varve/engine/internal'
import {
  type CachedContent,
  type CacheObjectKey,
  type CacheObjectStore,
  type CatalogueModel,
  GeminiCacheManager,
  hitShareOf,
  type LearnedUsage,
} from '@varve/providers'
import type { AppContext } from '../app-context.ts'
import type { ModelCall } from './chat-model.ts'
import { requireCleared } from './cleared-calls.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { callInput } from './provider-chat-model.ts'

/** Objects are rented by the hour. */
export const OBJECT_LIFETIME_SECONDS = 3600
const LONGEST_WAIT = 15_000

export interface ObjectPlace {
  readonly place: ChatPlace
  readonly model: CatalogueModel
  readonly plan: Plan
}

/** The explicit cache object for the base of a plan, where the user wants them and there is one. */
export async function findCacheObject(
  context: AppContext,
  { place, model, plan }: ObjectPlace,
): Promise<CachedContent | undefined> {
  const manager = keepsObjects(model, plan) ? managerOf(context, place, model) : undefined
  return manager?.find(objectKey(place, plan), model)
}

export interface ObjectToKeep extends ObjectPlace {
  readonly call: ModelCall
  /** When this model was called in this chat, oldest first; milliseconds. */
  readonly startTimes: readonly number[]
  /** What this model's provider reported of its cache. */
  readonly learned: LearnedUsage
}

/**
 * After an answer: makes the object that the next call can name, renews it, or replaces that of an earlier
 * epoch. No message waits for this, and what fails here only costs the saving.
 */
export async function keepCacheObject(context: AppContext, input: ObjectToKeep): Promise<void> {
  const { place, model, plan, call, startTimes, learned } = input
  const implicitHits = hitShareOf(learned)
  const manager = keepsObjects(model, plan) ? managerOf(context, place, model) : undefined
  if (!manager) return
  requireCleared(call, model.id)
  const { cachedContent: _, ...plain } = call
  const now = context.clock.now()
  await manager.ensure({
    key: objectKey(place, plan),
    call: callInput(model, plain),
    blocks: plan.baseEnd,
    baseTokens: plan.leadTokens + (plan.blocks.get(plan.baseEnd - 1)?.end ?? 0),
    // As many as came within the last hour.
    expectedCalls: startTimes.filter((time) => now - time <= OBJECT_LIFETIME_SECONDS * 1000).length,
    ...(implicitHits === undefined ? {} : { implicitHits }),
  })
}

/** Deletes what is kept of a chat for its models: objects at a provider, states on this machine. */
export async function removeCacheObjects(context: AppContext, place: ChatPlace): Promise<void> {
  await context.runner?.forgetChat(place.workspaceId, place.chatId)
  const objects = await context.store.cacheObjects.list(place.workspaceId, place.chatId)
  const ids = new Set(objects.map(({ modelId }) => modelId))
  if (ids.size === 0) return
  const known = await context.registry.list()
  for (const id of ids) {
    const model = known.find((candidate) => candidate.id === id)
    const manager = model && managerOf(context, place, model)
    await manager?.deleteConversation(place.chatId)
  }
}

/** The provider no longer knows an object. */
export async function forgetCacheObject(
  context: AppContext,
  { place, model, name }: Pick<ObjectPlace, 'place' | 'model'> & { readonly name: string },
): Promise<void> {
  await managerOf(context, place, model)?.forget(place.chatId, name)
}

/**
 * A request that names an object pays for all that is after it, and what is after it grows with each step of a
 * run with tools: such runs rely on what the provider keeps by itself.
 */
export function keepsObjects(
  { cache, protocol }: Pick<CatalogueModel, 'cache' | 'protocol'>,
  { tools }: Pick<Plan, 'tools'>,
): boolean {
  return protocol === 'gemini' && cache.object && cache.explicitCache === true && tools.length === 0
}

/** Any difference in the base of an epoch is another object. */
function objectKey({ chatId }: ChatPlace, plan: Plan): CacheObjectKey {
  const system = plan.blocks
    .slice(0, plan.baseEnd)
    .filter(({ role }) => role === 'system')
    .map(({ part }) => part)
  return {
    conversation: chatId,
    systemHash: hashText(JSON.stringify(system)),
    libraryHash: plan.baseHash,
    toolsHash: hashText(stableJson(plan.tools)),
  }
}

/** None without a key: then the provider cannot be asked for anything. */
function managerOf(
  context: AppContext,
  place: ChatPlace,
  model: CatalogueModel,
): GeminiCacheManager | undefined {
  const key = context.registry.keys.find(model)
  if (key === undefined) return undefined
  return new GeminiCacheManager({
    baseUrl: model.baseUrl,
    key,
    now: context.clock.now,
    lifetimeSeconds: OBJECT_LIFETIME_SECONDS,
    store: objectStore(context, place, model.id),
    fetch: (target, init) => {
      const signal = AbortSignal.any([context.closing, AbortSignal.timeout(LONGEST_WAIT)])
      // A redirect could carry the key to another host.
      return context.registry.fetch(target, { ...init, redirect: 'error', signal })
    },
  })
}

function objectStore({ store }: AppContext, place: ChatPlace, modelId: string): CacheObjectStore {
  const own = { workspaceId: place.workspaceId, conversationId: place.chatId, modelId }
  return {
    list: async () => {
      const objects = await store.cacheObjects.list(place.workspaceId, place.chatId)
      return objects
        .filter((object) => object.modelId === modelId)
        .map(({ conversationId, name, key, blocks, tokens, expiresAt }) => ({
          conversation: conversationId,
          model: modelId,
          name,
          key,
          blocks,
          tokens,
          expiresAt,
        }))
    },
    save: ({ name, key, blocks, tokens, expiresAt }) =>
      store.commit([store.cacheObjects.put({ ...own, name, key, blocks, tokens, expiresAt })]),
    remove: ({ name }) => store.commit([store.cacheObjects.remove({ ...own, name })]),
  }
}
