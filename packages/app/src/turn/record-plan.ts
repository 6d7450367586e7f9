import type { BaseMark, WireRequest } from '@varve/providers'
import {
  type Artifact,
  type CacheProfile,
  describeNew,
  describePlan,
  type Envelope,
  type ImageReference,
  type Plan,
  type Prediction,
} from '@varve/engine'
import type { CacheChoiceView, ChatSettingsView } from '../models/model-views.ts'
import { buildTurnStatistics, type Measured, type TurnStatistics } from '../observe/turn-statistics.ts'
import type { CallView, TurnView } from '../views.ts'
import { type CacheScope, scopeOf, withinScope } from './cache-scope.ts'
import { describeAttachments } from './describe-attachments.ts'
import type { Packing } from './packing.ts'
import { type RecordedWire, recordWire } from './recorded-wire.ts'
import { divergenceWords, epochWords, isFirstCall, omissionWords } from './reason-words.ts'
import { shownMessages } from './shown-messages.ts'

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
  readonly notices: readonly string[]
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
  const began = plan.turn > 1 && plan.epoch.startedTurn === plan.turn
  return {
    summary: {
      attachments,
      layerTokens: plan.layerTokens,
      ...(began ? { epochNote: `New epoch: ${epochWords(plan.epoch.reason)}` } : {}),
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
