import type { Plan } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import type { OutgoingCall } from '../guard/call-model.ts'
import type { ModelCall } from '../models/chat-model.ts'
import { audienceOfAll } from '../models/provider-info.ts'
import type { CacheChoiceView } from '@varve/contract'
import type { ChatPlace } from '../chat/require-chat.ts'
import { PhaseTimes } from '../telemetry/phase-times.ts'
import type { PreparedTurn } from './turn-data.ts'
import type { TunedModel, Tuning } from './tune-model.ts'
import type { AnswerJob, OpenTurn, TurnAbout } from './answer-job.ts'
import { buildCall } from './build-call.ts'

/** A turn on its way to one model. */
export interface Sending extends ChatPlace, TunedModel {
  readonly turnId: string
  readonly answerId: string
  readonly at: number
  readonly prepared: PreparedTurn
  readonly plan: Plan
  readonly open: OpenTurn
}

/** Puts together what is needed to have a turn answered, the request on the wire included. Nothing is sent. */
export async function buildJob(context: AppContext, sending: Sending): Promise<AnswerJob> {
  const { workspaceId, chatId, turnId, answerId, at, prepared, plan, open, model, tuning } = sending
  const times = new PhaseTimes(context.timer)
  const { call, wire, foreseen } = await times.measure('wire', () =>
    buildCall(context, { ...sending, pictures: prepared.pictures }),
  )
  return {
    chat: { workspaceId, chatId },
    turnId,
    answer: { workspaceId, id: answerId },
    model,
    audience: audienceOfAll(prepared.planned),
    call,
    wire,
    open,
    cacheBefore: prepared.before.caches[model.spec.id],
    plan,
    tuning,
    foreseen,
    cache: cacheChoice(tuning, call),
    base: { epoch: plan.epoch.id, hash: plan.baseHash },
    previousBase: isSameEpoch(sending) ? tuning.previous?.base : undefined,
    number: 1,
    about: { ...aboutOf(prepared, tuning), profile: model.spec.profile },
    agent: prepared.agent,
    sources: prepared.sources ?? (prepared.agent ? [] : undefined),
    guardPolicy: prepared.guarded.isGuarded ? prepared.guarded.policy : undefined,
    startedAt: at,
    phases: { ...prepared.measured.phases, wire: times.taken('wire') },
    wireMilliseconds: times.taken('wire'),
    // Not known before it is stored.
    commitMilliseconds: 0,
  }
}

/**
 * Whether the epoch may be the one of the model's last call. An epoch has other bases in other branches, and one that
 * begins with this turn has a base of its own, though a chat that was rebuilt counts its epochs from 1 again.
 */
function isSameEpoch({ prepared, plan, tuning }: Sending): boolean {
  return (tuning.previous?.branch ?? 'main') === prepared.state.branch && plan.epoch.startedTurn !== plan.turn
}

function aboutOf(
  prepared: PreparedTurn,
  { sent: settings, factor, previous }: Tuning,
): Omit<TurnAbout, 'profile'> {
  const { envelope, attached, images, notices, state, measured } = prepared
  const { branch } = state
  const scopeBefore = (previous?.branch ?? 'main') === branch ? previous?.scope : undefined
  return { envelope, attached, images, notices, settings, factor, branch, measured, scopeBefore }
}

/** A request without a mark asks for nothing. */
function cacheChoice({ lifetime }: Tuning, { marks, cachedContent }: ModelCall): CacheChoiceView {
  return {
    ...(lifetime && marks.length > 0 ? { lifetime } : {}),
    ...(cachedContent ? { object: cachedContent.name } : {}),
  }
}

/** Its request, on its way to the model. */
export function outgoingCall({ chat, model, call, open }: AnswerJob): OutgoingCall {
  return { workspaceId: chat.workspaceId, model, call, redaction: open.redaction, state: open.state }
}
