import { messagesOf } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import type { PlannedTurn, TurnDraft } from '../turn/prepare-turn.ts'
import type { PlanSummary } from '../turn/record-plan.ts'
import type { AnswerJob } from './answer-job.ts'

/** A turn on its way out. */
export interface Sending {
  readonly draft: TurnDraft
  readonly prepared: PlannedTurn
  readonly sent: { readonly turnId: string; readonly answerId: string }
}

/** Puts together what is needed to have a turn answered, the request on the wire included. Nothing is sent. */
export async function buildJob(context: AppContext, { draft, prepared, sent }: Sending): Promise<AnswerJob> {
  const { workspaceId, chatId, model, at } = draft
  const { plan, state, before, number } = prepared
  const { messages, tools, marks } = { ...plan, messages: messagesOf(plan) }
  const call = { conversationId: chatId, messages, tools, marks }
  const place = { workspaceId, conversationId: chatId, modelId: model.spec.id }
  const previous = (await context.store.plans.lastSummary(place)) as PlanSummary | undefined
  return {
    chat: { workspaceId, chatId },
    turnId: sent.turnId,
    turnNumber: number,
    answer: { workspaceId, id: sent.answerId },
    model,
    call,
    wire: await model.build?.(call),
    state,
    cachesBefore: before.caches,
    predicted: plan.predicted,
    base: { epoch: plan.epoch.id, hash: plan.baseHash },
    previousBase: previous?.base,
    startedAt: at,
  }
}
