import { type Artifact, type CacheProfile, type Envelope, type Plan, describePlan } from '@varve/engine'
import {
  type DivergenceReason,
  type ImageReference,
  type PlacedBlock,
  type Prediction,
  describeNew,
  shownText,
} from '@varve/engine/internal'
import { type BaseMark, type WireRequest, bodyScope } from '@varve/providers'
import {
  differenceOf,
  divergenceWords,
  epochNote,
  epochWords,
  isFirstCall,
  omissionWords,
} from '../chat/reason-words.ts'
import { type RecordedWire, recordWire } from '../chat/recorded-wire.ts'
import type {
  CacheChoiceView,
  CallView,
  ChatSettingsView,
  InspectionView,
  Notice,
  TurnView,
} from '@varve/contract'
import { type Measured, type TurnStatistics, buildTurnStatistics } from '../telemetry/turn-statistics.ts'
import { describeAttachments } from './describe-attachments.ts'
import type { Packing } from './packing.ts'

/** What a list of turns shows of a plan. */
export interface PlanSummary extends Pick<TurnView, 'attachments' | 'layerTokens' | 'epochNote' | 'notices'> {
  readonly predicted: { readonly input: number; readonly cached: number; readonly costUSD: number }
  /** Names the base of the epoch; chats of an earlier version of this program have none. */
  readonly base?: BaseMark
  /** What this epoch counts tokens by, where that is not 1. */
  readonly factor?: number
  readonly cache?: CacheChoiceView
  /** The branch that it was sent in, where that is not the first. */
  readonly branch?: string
  /** Absent for a model inside this program. */
  readonly scope?: CacheScope
  /** Absent for what was sent before there were any. */
  readonly statistics?: TurnStatistics
}

/** An inspection as it is stored: the body on the wire as JSON, since that shares its texts with other turns. */
export type RecordedInspection = Omit<CallView, 'wire'> & { readonly wire?: RecordedWire }

export interface PlanRecord {
  readonly summary: PlanSummary
  readonly inspection: RecordedInspection
}

export interface PlanToRecord {
  readonly plan: Plan
  readonly envelope: Envelope
  readonly attached: readonly Artifact[]
  readonly images: readonly ImageReference[]
  readonly notices: readonly Notice[]
  readonly at: number
  /** Of the calls of its answer, counted from 1, which it is where none is named. */
  readonly number?: number
  readonly wire?: WireRequest | undefined
  readonly predicted: Prediction
  /** What went out beside the prompt. */
  readonly settings: ChatSettingsView
  readonly cache: CacheChoiceView
  readonly factor: number
  readonly branch: string
  readonly measured: Measured
  /** Of the model's cache, and the scope of its last call in this branch. */
  readonly profile: CacheProfile
  readonly scopeBefore: CacheScope | undefined
}

/** A plan as it is kept: everything that was sent and why, readable without planning it again. */
export function recordPlan(toRecord: PlanToRecord, packing: Packing): PlanRecord {
  const { envelope, notices, at, wire, settings, cache, factor, branch, profile, scopeBefore } = toRecord
  const scope = wire && scopeOf(wire)
  const plan = scope
    ? withinScope(toRecord.plan, { before: scopeBefore, now: scope, profile })
    : toRecord.plan
  const description = describePlan(plan, envelope, undefined, packing.described)
  const attachments = describeAttachments(toRecord, plan, description)
  const { input, cached, written, uncached, costUSD } = toRecord.predicted
  const differs = differenceOf(plan)
  const began = plan.turn > 1 && plan.epoch.startedTurn === plan.turn
  return {
    summary: {
      attachments,
      layerTokens: plan.layerTokens,
      ...(began ? { epochNote: epochNote(plan.epoch.reason) } : {}),
      ...(notices.length > 0 ? { notices } : {}),
      predicted: { input, cached, costUSD },
      base: { epoch: plan.epoch.id, hash: plan.baseHash },
      ...(factor === 1 ? {} : { factor }),
      ...(isEmpty(cache) ? {} : { cache }),
      ...(branch === 'main' ? {} : { branch }),
      ...(scope ? { scope } : {}),
      statistics: buildTurnStatistics({ ...toRecord.measured, plan, description, attachments }),
    },
    inspection: {
      turnNumber: plan.turn,
      at: new Date(at).toISOString(),
      contentHash: envelope.contentHash,
      totalTokens: plan.tokens,
      budgetTokens: plan.budget,
      layers: description.layers,
      omissions: description.omissions.map(({ key, reason, tokens }) => ({
        key,
        reason: omissionWords(reason),
        tokens,
      })),
      request: shownMessages(plan, packing),
      epoch: { id: plan.epoch.id, reason: epochWords(plan.epoch.reason) },
      predicted: { input, cached, written, uncached, costUSD },
      divergence: divergenceWords(plan, toRecord.number),
      ...(differs ? { differs } : {}),
      fresh: {
        ...describeNew(plan, description.layers),
        isFirst: isFirstCall(plan, toRecord.number),
        isCold: plan.kept.isCold,
        breakUSD: plan.divergence.costUSD,
      },
      ...(wire ? { wire: recordWire(wire) } : {}),
      ...(isEmpty(settings) ? {} : { settings }),
      ...(isEmpty(cache) ? {} : { cache }),
    },
  }
}

/** A summary where the provider had lost its cache object, so that the whole prompt went out in another request. */
export function correctSummary(
  summary: PlanSummary,
  { cache, predicted }: Pick<PlanToRecord, 'cache' | 'predicted'>,
): PlanSummary {
  const { cache: _, ...kept } = summary
  const { input, cached, costUSD } = predicted
  return { ...kept, ...(isEmpty(cache) ? {} : { cache }), predicted: { input, cached, costUSD } }
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

type ShownMessage = InspectionView['request'][number]

/** The messages of a request as they are shown; one that was shown before is the very same object again. */
function shownMessages(
  { blocks }: Pick<Plan, 'blocks'>,
  { messages }: Pick<Packing, 'messages'>,
): readonly ShownMessage[] {
  const all = blocks.slice()
  const shown: ShownMessage[] = []
  // A request may have thousands of blocks: each is looked at once, and nothing is copied.
  for (let start = 0, end = 0; start < all.length; start = end) {
    const first = all[start] as PlacedBlock
    end = start + 1
    while (all[end]?.role === first.role) end += 1
    const last = all[end - 1] as PlacedBlock
    const known = messages.get(first)
    // What is appended to a message gives it another last block.
    const isKnown = known?.last === last && known.message.parts.length === end - start
    const message = isKnown ? known.message : messageOf(all.slice(start, end))
    if (!isKnown) messages.set(first, { last, message })
    shown.push(message)
  }
  return shown
}

function messageOf(blocks: readonly PlacedBlock[]): ShownMessage {
  return { role: blocks[0]?.role ?? 'user', parts: blocks.map(({ part }) => shownText(part)) }
}

/** What a provider compares beside the prompt before it reads anything from its cache. */
export interface CacheScope {
  /** Anthropic: whether the messages hold a picture. */
  readonly image: string
  /** Service tier, cache key, thinking, the choice of a tool. */
  readonly settings: string
}

export function scopeOf({ protocol, body }: Pick<WireRequest, 'protocol' | 'body'>): CacheScope {
  const { whole, messages, hasImage } = bodyScope(protocol, body)
  return { image: String(hasImage ?? ''), settings: JSON.stringify([whole, messages]) }
}

/**
 * The plan as its provider will read it: where the scope of its cache changed, what is in front is the same and
 * nothing of the messages is found. Explanation, reason and what is new all come from this plan. [P-8]
 */
export function withinScope(
  plan: Plan,
  { before, now, profile }: { before: CacheScope | undefined; now: CacheScope; profile: CacheProfile },
): Plan {
  const reason = before && changedIn(before, now)
  if (reason === undefined || plan.divergence.reason !== 'none' || plan.kept.blocks === 0) return plan
  let system = 0
  while (plan.blocks.get(system)?.role === 'system') system += 1
  const blocks = Math.min(system, plan.kept.blocks)
  const tokens = plan.leadTokens + (plan.blocks.get(blocks - 1)?.end ?? 0)
  const lost = Math.max(0, plan.kept.tokens - tokens)
  const first = plan.blocks.get(blocks)
  const { price, rates } = profile
  return {
    ...plan,
    kept: { ...plan.kept, blocks, tokens },
    divergence: {
      reason,
      layer: first?.origin.piece === 'artifact' ? 'L2' : 'L4',
      key: first?.origin.key ?? '',
      tokens: lost,
      costUSD: (lost * price.input * (rates.write - rates.read)) / 1_000_000,
    },
  }
}

function changedIn(before: CacheScope, now: CacheScope): DivergenceReason | undefined {
  if (before.image !== now.image) return 'image'
  return before.settings === now.settings ? undefined : 'settings'
}
