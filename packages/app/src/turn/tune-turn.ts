import { type CacheMemory, EMPTY_CACHE_MEMORY, parseCacheMemory, type Tokenizer } from '@varve/engine'
import { type CallSettings, cacheProfileOf, type Lifetime, supportedSettings } from '@varve/providers'
import type { ConversationRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatModel } from '../chat-model.ts'
import { factorName, parseFactor, withFactor } from '../models/calibrate-model.ts'
import { callSettings, readSettings } from '../models/chat-settings.ts'
import { aliveIn, lifetimeFor, marginFor, profileFor } from './choose-cache.ts'
import { type PreparedTurn, prepareTurn, type TurnDraft } from './prepare-turn.ts'
import type { PlanSummary } from './record-plan.ts'

/** What a turn is planned and sent with, beside its words: all of it from storage, so that a reload plans the same. */
export interface Tuning {
  /** As the chat wants them, and what of that the model takes. */
  readonly settings: CallSettings
  readonly sent: CallSettings
  readonly lifetime: Lifetime | undefined
  /** Until when, after a call, its cache stands: by what that call asked for. */
  readonly storedSeconds: number
  /** The factor that this epoch counts by. */
  readonly factor: number
  /** Counts by no factor at all. */
  readonly baseTokenizer: Tokenizer
  /** Counts by the newest factor: for what is foreseen of a request, which changes no byte of it. */
  readonly tokenizer: Tokenizer
  readonly newestFactor: number
  /** What the provider is expected to hold. */
  readonly memory: CacheMemory
  /** Of the last call of this model in this chat. */
  readonly previous: PlanSummary | undefined
  readonly startTimes: readonly number[]
}

export interface TunedDraft extends TurnDraft {
  readonly tuning: Tuning
}

/** Calls that a chat's pace is told from. */
const PACE_CALLS = 40

/** A draft with the model as this chat uses it: its settings, its cache, and how its tokens are counted. */
export async function tuneTurn(
  context: AppContext,
  draft: TurnDraft,
  chat: Pick<ConversationRecord, 'settings'>,
): Promise<TunedDraft> {
  const { model, at } = draft
  const settings = callSettings(readSettings(chat.settings))
  const { catalogue } = model
  if (!catalogue) return { ...draft, tuning: untuned(model, settings) }
  const { store } = context
  const place = {
    workspaceId: draft.workspaceId,
    conversationId: draft.chatId,
    modelId: catalogue.id,
  }
  const previous = (await store.plans.lastSummary(place)) as PlanSummary | undefined
  const startTimes = await store.answers.startTimes(place, PACE_CALLS)
  const newestFactor =
    catalogue.tokenizer === 'estimate'
      ? parseFactor(await store.settings.get(draft.workspaceId, factorName(catalogue.id)))
      : 1
  const storedSeconds = cacheProfileOf(catalogue, {
    lifetime: previous?.cache?.lifetime ?? '5m',
  }).lifetimeSeconds
  const tuning: Tuning = {
    settings,
    sent: supportedSettings({ model: catalogue, settings }),
    lifetime: lifetimeFor({ model: catalogue, previous: previous?.cache?.lifetime, startTimes }),
    storedSeconds,
    factor: previous?.factor ?? (previous ? 1 : newestFactor),
    newestFactor,
    baseTokenizer: model.spec.tokenizer,
    tokenizer: withFactor(model.spec.tokenizer, newestFactor),
    memory: aliveIn(parseCacheMemory(await store.wireCaches.get(place)), at, storedSeconds),
    previous,
    startTimes,
  }
  return { ...draft, model: tunedModel(model, tuning), tuning }
}

/**
 * Plans a tuned turn. Within an epoch tokens are counted by the factor that it began with, since two measures
 * in one sum would look like dead weight; where this turn begins an epoch, that one counts by the newest.
 */
export async function prepareTuned(
  context: AppContext,
  draft: TunedDraft,
): Promise<{ readonly draft: TunedDraft; readonly prepared: PreparedTurn }> {
  const prepared = await prepareTurn(context, draft)
  const { factor, newestFactor } = draft.tuning
  if (factor === newestFactor || !beginsEpoch(prepared)) return { draft, prepared }
  const tuning = { ...draft.tuning, factor: newestFactor }
  const renewed = { ...draft, tuning, model: tunedModel(draft.model, tuning) }
  const again = await prepareTurn(context, renewed)
  return beginsEpoch(again) ? { draft: renewed, prepared: again } : { draft, prepared }
}

function beginsEpoch(prepared: PreparedTurn): boolean {
  return prepared.kind === 'over-budget' || prepared.plan.epoch.startedTurn === prepared.plan.turn
}

function tunedModel(model: ChatModel, tuning: Tuning): ChatModel {
  const { catalogue, spec } = model
  if (!catalogue) return model
  const { sent, lifetime, previous, factor, newestFactor, baseTokenizer } = tuning
  const size = { window: spec.window, reservedOutput: sent.maxOutputTokens ?? catalogue.reservedOutput }
  return {
    ...model,
    spec: {
      ...spec,
      ...size,
      margin: marginFor(size, { planned: factor, newest: newestFactor }),
      profile: profileFor(catalogue, { lifetime, previous: previous?.cache?.lifetime }),
      tokenizer: withFactor(baseTokenizer, factor),
    },
  }
}

/** A model inside this program: nothing is sent, nothing is cached, nobody reports. */
function untuned({ spec }: ChatModel, settings: CallSettings): Tuning {
  return {
    settings,
    sent: {},
    lifetime: undefined,
    storedSeconds: spec.profile.lifetimeSeconds,
    factor: 1,
    newestFactor: 1,
    baseTokenizer: spec.tokenizer,
    tokenizer: spec.tokenizer,
    memory: EMPTY_CACHE_MEMORY,
    previous: undefined,
    startTimes: [],
  }
}
