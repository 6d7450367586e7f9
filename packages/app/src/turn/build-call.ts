import { type Plan, messagesOf, priceUsage } from '@varve/engine'
import type { CacheMemory, Prediction, Usage } from '@varve/engine/internal'
import {
  type CatalogueModel,
  type WireRequest,
  buildCacheObject,
  cacheProfileOf,
  correctPrediction,
  forecastRequest,
} from '@varve/providers'
import type { Statement, Store } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { findCacheObject } from '../models/cache-object.ts'
import type { ModelCall } from '../models/chat-model.ts'
import { callInput } from '../models/provider-chat-model.ts'
import type { TunedModel, Tuning } from './tune-model.ts'
import type { PreparedTurn } from './turn-data.ts'

/** A call as it would be sent now, with its expected usage, predicted from its bytes if available. */
interface BuiltCall {
  readonly call: ModelCall
  /** Absent for a model inside this program. */
  readonly wire: WireRequest | undefined
  readonly foreseen: CallForecast
}

export interface CallForecast {
  /** By the rules of the cache, and by what the provider reported of earlier calls. */
  readonly predicted: Prediction
  /** By the rules alone: what the next report is compared with. */
  readonly expected: Usage
  /** What the provider is expected to hold afterwards; absent for a model inside this program. */
  readonly memory: CacheMemory | undefined
  /** What the cache object that it names had cost to make, where no call has paid for that yet. */
  readonly objectUSD: number
}

interface CallToBuild extends ChatPlace, TunedModel {
  readonly plan: Plan
  readonly pictures: PreparedTurn['pictures']
  readonly at: number
}

/** Puts the call of a planned turn together. Nothing is sent. */
export async function buildCall(context: AppContext, toForesee: CallToBuild): Promise<BuiltCall> {
  const { workspaceId, chatId, model, tuning, plan, at } = toForesee
  const { catalogue } = model
  const base = {
    conversationId: chatId,
    messages: messagesOf(plan),
    tools: plan.tools,
    marks: plan.marks,
    epoch: plan.baseHash,
    getImage: pictureOf(context, workspaceId, toForesee),
  }
  const { predicted } = plan
  const foreseen: CallForecast = { predicted, expected: predicted, memory: undefined, objectUSD: 0 }
  if (!catalogue || !model.build) return { call: base, wire: undefined, foreseen }
  const cachedContent = await findCacheObject(context, {
    place: { workspaceId, chatId },
    model: catalogue,
    plan,
  })
  const call: ModelCall = {
    ...base,
    settings: tuning.settings,
    ...(tuning.lifetime === '1h' ? { longMarks: plan.marks.length } : {}),
    ...(cachedContent ? { cachedContent } : {}),
    ...(tuning.comparesWith === undefined ? {} : { comparesWith: tuning.comparesWith }),
  }
  const wire = await model.build(call)
  return { call, wire, foreseen: await forecastWire({ model: catalogue, call, wire, tuning, at }) }
}

interface WireInput {
  readonly model: CatalogueModel
  readonly call: ModelCall
  readonly wire: WireRequest
  readonly tuning: Pick<Tuning, 'memory' | 'tokenizer' | 'previous' | 'learned' | 'newestFactor' | 'lifetime'>
  readonly at: number
}

/** What a request is expected to use, by its bytes and by what the provider was sent before. */
export async function forecastWire({ model, call, wire, tuning, at }: WireInput): Promise<CallForecast> {
  const { memory, tokenizer, previous } = tuning
  const { cachedContent } = call
  const object = cachedContent && (await buildCacheObject(callInput(model, call), cachedContent.blocks))
  const input = { model, request: wire, memory, tokenizer, at }
  if (!object) {
    const { usage: expected, memory: after } = forecastRequest(input)
    const { learned, newestFactor: factor, lifetime } = tuning
    const profile = cacheProfileOf(model, lifetime ? { lifetime } : {})
    return {
      predicted: correctPrediction(learned, { expected, factor, profile }),
      expected,
      memory: after,
      objectUSD: 0,
    }
  }
  const { usage } = forecastRequest({ ...input, object })
  const isNew = previous?.cache?.object !== cachedContent.name
  // Reading an object leaves what the provider keeps by itself as it was.
  const read = withObject(model, usage, isNew)
  return { ...read, expected: read.predicted, memory }
}

/** With an existing object its tokens are read; creating and storing it is paid for by the first call that names it. */
function withObject(
  model: CatalogueModel,
  usage: Prediction,
  isNew: boolean,
): Pick<CallForecast, 'predicted' | 'objectUSD'> {
  const profile = cacheProfileOf(model, { isObject: true })
  const cached = usage.cached + usage.written
  const read = { input: usage.input, cached, written: 0, uncached: usage.uncached }
  const { input, storagePerHour } = profile.price
  const objectUSD = isNew ? (cached * (input + storagePerHour)) / 1e6 : 0
  const costUSD = priceUsage(read, profile) + objectUSD
  return { predicted: { ...read, costUSD, fullCostUSD: usage.fullCostUSD }, objectUSD }
}

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
function pictureOf(
  { store }: Pick<AppContext, 'store'>,
  workspaceId: string,
  { pictures }: Pick<Pictured, 'pictures'>,
): (hash: string) => Promise<Uint8Array | undefined> {
  return async (hash) => pictures.get(hash)?.bytes ?? store.blobs.get(workspaceId, hash)
}
