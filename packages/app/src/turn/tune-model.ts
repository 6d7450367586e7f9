import type { CacheProfile, ModelSpec, Tokenizer } from '@varve/engine'
import { type CacheMemory, EMPTY_CACHE_MEMORY, parseCacheMemory } from '@varve/engine/internal'
import {
  type CallSettings,
  type CatalogueModel,
  cacheProfileOf,
  chooseLifetime,
  doubtOf,
  type LearnedUsage,
  type Lifetime,
  type OutputFormat,
  type ToolChoice,
  parseLearnedUsage,
  supportedSettings,
  takesFormat,
  takesToolChoice,
} from '@varve/providers'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatModel } from '../models/chat-model.ts'
import { learnedName, planningFactor, withFactor } from '../models/calibrate-model.ts'
import { callSettings } from '../models/chat-settings.ts'
import type { ChatSettingsView } from '@varve/contract'
import type { ChatPlace } from '../chat/require-chat.ts'
import { GUARD_SETTING } from '../guard/guard-policy.ts'
import { parseStoredPolicy, type StoredPolicy } from '../guard/stored-policy.ts'
import type { CallFigures } from './call-response.ts'
import type { PlanSummary } from './record-plan.ts'

/** What a model is asked with, beside its words: all of it from storage, so that a reload plans the same. */
export interface Tuning {
  /** As the chat wants them, and what of that the model takes. */
  readonly settings: CallSettings
  readonly sent: CallSettings
  readonly lifetime: Lifetime | undefined
  /** How long after a call its cache lasts: what that call requested. */
  readonly storedSeconds: number
  /** The factor that this epoch counts by. */
  readonly factor: number
  /** Counts by no factor at all. */
  readonly baseTokenizer: Tokenizer
  /** Uses the newest factor: for predictions about a request, which change no byte of it. */
  readonly tokenizer: Tokenizer
  readonly newestFactor: number
  /** What its provider reported of earlier calls. */
  readonly learned: LearnedUsage
  /** What the provider is expected to hold. */
  readonly memory: CacheMemory
  /** Of the last call of this model in this chat. */
  readonly previous: PlanSummary | undefined
  /** Its response, by the provider's id; `null` where there is none, undefined where no diagnosis is wanted. */
  readonly comparesWith: string | null | undefined
  /** Times of its calls in this chat, oldest first; empty if they aren't needed. */
  readonly startTimes: readonly number[]
}

/** A model as one chat uses it. */
export interface TunedModel {
  readonly model: ChatModel
  readonly tuning: Tuning
}

/** How many calls determine a chat's pace. */
const PACE_CALLS = 40

interface ModelsToTune extends ChatPlace {
  readonly models: readonly ChatModel[]
  readonly at: number
  /** Of the chat, with what its agent and its project say. */
  readonly settings: ChatSettingsView
  readonly format?: OutputFormat | undefined
  readonly toolChoice?: ToolChoice | undefined
}

interface TunedModels {
  readonly models: readonly TunedModel[]
  /** The guard's rules, which are read beside them. */
  readonly policy: StoredPolicy
}

/** Models as this chat uses them: its settings, its cache, and how their tokens are counted. */
export async function tuneModels(
  context: AppContext,
  { models, ...chat }: ModelsToTune,
): Promise<TunedModels> {
  const names = models.flatMap(({ catalogue }) => (catalogue ? [learnedName(catalogue.id)] : []))
  const stored = await context.store.settings.some(chat.workspaceId, [GUARD_SETTING, ...names])
  const tuned = models.map((model) => {
    const learned = model.catalogue && stored.get(learnedName(model.catalogue.id))
    return tuneModel(context, { ...chat, model, learned: parseLearnedUsage(learned) })
  })
  return { models: await Promise.all(tuned), policy: parseStoredPolicy(stored.get(GUARD_SETTING)) }
}

interface ModelToTune extends Omit<ModelsToTune, 'models'> {
  readonly model: ChatModel
  readonly learned: LearnedUsage
}

async function tuneModel(
  { store }: Pick<AppContext, 'store'>,
  {
    model: chosen,
    learned,
    at,
    workspaceId,
    chatId: conversationId,
    settings: wanted,
    format,
    toolChoice,
  }: ModelToTune,
): Promise<TunedModel> {
  if (format && !(chosen.catalogue && takesFormat(chosen.catalogue, format)))
    throw new AppError('model-unavailable', `${chosen.name} cannot answer in this format. Use another model.`)
  if (toolChoice !== undefined && !(chosen.catalogue && takesToolChoice(chosen.catalogue)))
    throw new AppError(
      'model-unavailable',
      `${chosen.name} cannot be made to call a tool. Use another model.`,
    )
  const settings: CallSettings = {
    ...callSettings(wanted),
    ...(format ? { format } : {}),
    ...(toolChoice === undefined ? {} : { toolChoice }),
  }
  const model = withContext(chosen, wanted)
  const { catalogue } = model
  if (!catalogue) return { model, tuning: untuned(model, settings) }
  const place = { workspaceId, conversationId, modelId: catalogue.id }
  const last = await store.calls.last(place)
  const previous = last?.summary as PlanSummary | undefined
  const startTimes = needsPace(catalogue, previous?.cache?.lifetime)
    ? await store.answers.startTimes(place, PACE_CALLS)
    : []
  const newestFactor = catalogue.tokenizer === 'estimate' ? planningFactor(model.spec.tokenizer, learned) : 1
  const storedSeconds = cacheProfileOf(catalogue, {
    lifetime: previous?.cache?.lifetime ?? '5m',
  }).lifetimeSeconds
  const tuning: Tuning = {
    settings,
    sent: supportedSettings({ model: catalogue, settings }),
    lifetime: lifetimeFor({
      model: catalogue,
      previous: previous?.cache?.lifetime,
      startTimes,
      wanted: wanted.cacheLifetime,
    }),
    storedSeconds,
    factor: previous?.factor ?? (previous ? 1 : newestFactor),
    newestFactor,
    learned,
    baseTokenizer: model.spec.tokenizer,
    tokenizer: withFactor(model.spec.tokenizer, newestFactor),
    memory: aliveIn(parseCacheMemory(await store.wireCaches.get(place)), at, storedSeconds),
    previous,
    comparesWith:
      wanted.cacheDiagnosis === 'ask'
        ? ((last?.response as Partial<CallFigures> | undefined)?.responseId ?? null)
        : undefined,
    startTimes,
  }
  return { model: tunedModel(model, tuning), tuning }
}

/** For the calls after the first of an answer: a tool that had to be called has been. */
export function withFreeTools({ settings, sent, ...tuning }: Tuning): Tuning {
  const { toolChoice: _, ...free } = settings
  const { toolChoice: __, ...freeSent } = sent
  return { ...tuning, settings: free, sent: freeSent }
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

/** What the chat asks of the engine, in its words. */
export function withContext(model: ChatModel, settings: ChatSettingsView): ChatModel {
  const { history = 'recall', toolOutput = 'fold', layout = 'auto', carryForwardTurns } = settings
  const { turnsKept, callsKept, recallTokens, previewDocuments, previewPages, previewShort } = settings
  const previews = given({ documents: previewDocuments, pages: previewPages, short: previewShort })
  const limits = given({ turnsKept, callsKept, recallTokens, previews })
  return {
    ...model,
    spec: {
      ...model.spec,
      history: history === 'strip' ? 'fold' : history,
      toolOutput: toolOutput === 'keep' ? 'keep' : 'fold',
      ...given({ limits, carryForwardTurns }),
      // A forecast may ask for another one.
      layout: model.spec.layout ?? layout,
    },
  }
}

type Given<Fields> = { readonly [Name in keyof Fields]?: NonNullable<Fields[Name]> }

/** What is set; undefined where nothing is. */
function given<Fields extends object>(fields: Fields): Given<Fields> | undefined {
  const some = Object.entries(fields).filter(([, value]) => value !== undefined)
  return some.length === 0 ? undefined : (Object.fromEntries(some) as Given<Fields>)
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

/** A model inside this program: nothing is sent, cached or reported. */
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
    comparesWith: undefined,
    startTimes: [],
  }
}

interface LifetimeInput {
  readonly model: CatalogueModel
  /** What the last call of this model in this chat asked for. */
  readonly previous: Lifetime | undefined
  /** When this model was called in this chat, oldest first; milliseconds. */
  readonly startTimes: readonly number[]
  /** As the chat wants it. */
  readonly wanted?: ChatSettingsView['cacheLifetime']
}

/**
 * The cache lifetime that marks request; undefined without a choice. Once a chat uses the longer lifetime it
 * keeps it: what is stored for an hour is then refreshed and read as such.
 */
export function lifetimeFor({
  model,
  previous,
  startTimes,
  wanted = 'auto',
}: LifetimeInput): Lifetime | undefined {
  if (!choosesLifetime(model)) return undefined
  if (wanted !== 'auto') return wanted
  const { lifetime = 'auto' } = model.cache
  if (lifetime !== 'auto') return lifetime
  return previous === '1h' ? '1h' : chooseLifetime(gapsOf(startTimes))
}

/** Anthropic takes it with its marks, Ollama as the time for which a model stays in memory. */
function choosesLifetime(model: CatalogueModel): boolean {
  const { cache, protocol } = model
  return (cache.marks || protocol === 'ollama') && cacheProfileOf(model).longLifetimeSeconds !== undefined
}

/** Whether the times of a model's calls matter: for its cache's lifetime, or for whether an object pays. */
function needsPace(model: CatalogueModel, previous: Lifetime | undefined): boolean {
  const { lifetime = 'auto', object, explicitCache } = model.cache
  return (
    (object && explicitCache === true) || (choosesLifetime(model) && lifetime === 'auto' && previous !== '1h')
  )
}

/**
 * The cache rules for a call. In the call that goes over to the longer lifetime, what is written costs as much
 * as that, but what is stored was stored for the shorter one.
 */
export function profileFor(
  model: CatalogueModel,
  {
    lifetime,
    previous,
  }: { readonly lifetime: Lifetime | undefined; readonly previous: Lifetime | undefined },
): CacheProfile {
  if (lifetime !== '1h') return cacheProfileOf(model)
  const long = cacheProfileOf(model, { lifetime })
  return previous === '1h' ? long : { ...long, lifetimeSeconds: cacheProfileOf(model).lifetimeSeconds }
}

/** What of a memory is still there at a time, by the lifetime that it was stored for. */
export function aliveIn(memory: CacheMemory, at: number, lifetimeSeconds: number): CacheMemory {
  const isAlive = ({ usedAt }: { readonly usedAt: number }): boolean => at - usedAt <= lifetimeSeconds * 1000
  return {
    ...memory,
    requests: memory.requests.filter(isAlive),
    marks: memory.marks.filter(isAlive),
    units: memory.units.filter(isAlive),
  }
}

/**
 * How many tokens to keep free: for the newest factor's correction of the plan's count, and for uncertainty
 * about the provider's count. [B-1]
 */
function marginFor(
  { window, reservedOutput }: Pick<ModelSpec, 'window' | 'reservedOutput'>,
  { planned, newest, doubt }: { readonly planned: number; readonly newest: number; readonly doubt: number },
): number {
  const counted = Math.min(1, planned / newest)
  return Math.ceil((window - reservedOutput) * (1 - counted * (1 - doubt)))
}

function gapsOf(times: readonly number[]): readonly number[] {
  return times.slice(1).map((time, index) => (time - (times[index] ?? time)) / 1000)
}
