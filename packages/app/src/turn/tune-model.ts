import { type CacheMemory, EMPTY_CACHE_MEMORY, parseCacheMemory, type Tokenizer } from '@varve/engine'
import {
  type CallSettings,
  cacheProfileOf,
  doubtOf,
  type LearnedUsage,
  type Lifetime,
  parseLearnedUsage,
  supportedSettings,
} from '@varve/providers'
import type { ConversationRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatModel } from '../models/chat-model.ts'
import { learnedName, planningFactor, withFactor } from '../models/calibrate-model.ts'
import { effectiveSettings } from '../definitions/chat-defaults.ts'
import { callSettings } from '../models/chat-settings.ts'
import type { ChatSettingsView } from '../models/model-views.ts'
import { aliveIn, lifetimeFor, marginFor, profileFor } from './choose-cache.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import type { PlanSummary } from './record-plan.ts'

/** What a model is asked with, beside its words: all of it from storage, so that a reload plans the same. */
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
  /** What its provider reported of earlier calls. */
  readonly learned: LearnedUsage
  /** What the provider is expected to hold. */
  readonly memory: CacheMemory
  /** Of the last call of this model in this chat. */
  readonly previous: PlanSummary | undefined
  readonly startTimes: readonly number[]
}

/** A model as one chat uses it. */
export interface TunedModel {
  readonly model: ChatModel
  readonly tuning: Tuning
}

/** Calls that a chat's pace is told from. */
const PACE_CALLS = 40

export interface ModelToTune extends ChatPlace {
  readonly model: ChatModel
  readonly at: number
  readonly chat: Pick<ConversationRecord, 'settings'>
}

/** A model as this chat uses it: its settings, its cache, and how its tokens are counted. */
export async function tuneModel(context: AppContext, toTune: ModelToTune): Promise<TunedModel> {
  const { at, chat, workspaceId, chatId: conversationId } = toTune
  const wanted = await effectiveSettings(context, { workspaceId, chat })
  const settings = callSettings(wanted)
  const model = withHistory(toTune.model, wanted)
  const { catalogue } = model
  if (!catalogue) return { model, tuning: untuned(model, settings) }
  const { store } = context
  const place = { workspaceId, conversationId, modelId: catalogue.id }
  const previous = (await store.calls.lastSummary(place)) as PlanSummary | undefined
  const startTimes = await store.answers.startTimes(place, PACE_CALLS)
  const learned = parseLearnedUsage(await store.settings.get(workspaceId, learnedName(catalogue.id)))
  const newestFactor = catalogue.tokenizer === 'estimate' ? planningFactor(model.spec.tokenizer, learned) : 1
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
    learned,
    baseTokenizer: model.spec.tokenizer,
    tokenizer: withFactor(model.spec.tokenizer, newestFactor),
    memory: aliveIn(parseCacheMemory(await store.wireCaches.get(place)), at, storedSeconds),
    previous,
    startTimes,
  }
  return { model: tunedModel(model, tuning), tuning }
}

/**
 * A model that begins an epoch counts by the newest factor; undefined where it does so already. Within an epoch
 * tokens are counted by the factor that it began with, since two measures in one sum would look like dead weight.
 */
export function withNewestFactor({ model, tuning }: TunedModel): TunedModel | undefined {
  if (tuning.factor === tuning.newestFactor) return undefined
  const renewed = { ...tuning, factor: tuning.newestFactor }
  return { model: tunedModel(model, renewed), tuning: renewed }
}

/** The engine folds old tool traffic, unless all of it is wanted. [L4-3] [L4-5] */
function withHistory(model: ChatModel, { history = 'strip' }: ChatSettingsView): ChatModel {
  return { ...model, spec: { ...model.spec, history: history === 'strip' ? 'fold' : history } }
}

function tunedModel(model: ChatModel, tuning: Tuning): ChatModel {
  const { catalogue, spec } = model
  if (!catalogue) return model
  const { sent, lifetime, previous, factor, newestFactor, learned, baseTokenizer } = tuning
  const doubt = doubtOf(learned, { isExact: catalogue.tokenizer !== 'estimate' })
  const size = { window: spec.window, reservedOutput: sent.maxOutputTokens ?? catalogue.reservedOutput }
  return {
    ...model,
    spec: {
      ...spec,
      ...size,
      margin: marginFor(size, { planned: factor, newest: newestFactor, doubt }),
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
    learned: [],
    baseTokenizer: spec.tokenizer,
    tokenizer: spec.tokenizer,
    memory: EMPTY_CACHE_MEMORY,
    previous: undefined,
    startTimes: [],
  }
}
