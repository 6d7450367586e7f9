import type { AppContext } from '../app-context.ts'
import type { ModelCall } from '../chat-model.ts'
import type { CacheChoiceView } from '../model-views.ts'
import type { PlannedTurn } from '../turn/prepare-turn.ts'
import type { TunedDraft, Tuning } from '../turn/tune-turn.ts'
import type { AnswerJob } from './answer-job.ts'
import { foreseeCall } from './foresee-call.ts'

/** A turn on its way out. */
export interface Sending {
  readonly draft: TunedDraft
  readonly prepared: PlannedTurn
  readonly sent: { readonly turnId: string; readonly answerId: string }
}

/** Puts together what is needed to have a turn answered, the request on the wire included. Nothing is sent. */
export async function buildJob(context: AppContext, { draft, prepared, sent }: Sending): Promise<AnswerJob> {
  const { workspaceId, chatId, model, at, tuning } = draft
  const { plan, state, before, number } = prepared
  const { call, wire, foreseen } = await foreseeCall(context, draft, prepared)
  return {
    chat: { workspaceId, chatId },
    turnId: sent.turnId,
    turnNumber: number,
    answer: { workspaceId, id: sent.answerId },
    model,
    call,
    wire,
    state,
    cachesBefore: before.caches,
    plan,
    tuning,
    foreseen,
    cache: cacheChoice(tuning, call),
    base: { epoch: plan.epoch.id, hash: plan.baseHash },
    previousBase: tuning.previous?.base,
    startedAt: at,
  }
}

/** A request without a mark asks for nothing. */
function cacheChoice({ lifetime }: Tuning, { marks, cachedContent }: ModelCall): CacheChoiceView {
  return {
    ...(lifetime && marks.length > 0 ? { lifetime } : {}),
    ...(cachedContent ? { object: cachedContent.name } : {}),
  }
}
