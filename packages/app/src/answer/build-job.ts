import type { Plan } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import type { ModelCall } from '../models/chat-model.ts'
import { audienceOfAll } from '../models/audience-of.ts'
import type { CacheChoiceView } from '../models/model-views.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { PhaseTimes } from '../observe/phase-times.ts'
import type { PreparedTurn } from '../turn/prepared-turn.ts'
import type { TunedModel, Tuning } from '../turn/tune-model.ts'
import type { AnswerJob, OpenTurn, TurnAbout } from './answer-job.ts'
import { foreseeCall } from './foresee-call.ts'

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
    foreseeCall(context, { ...sending, pictures: prepared.pictures }),
  )
  const { branch } = prepared.state
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
    // The same epoch has other bases in other branches.
    previousBase: (tuning.previous?.branch ?? 'main') === branch ? tuning.previous?.base : undefined,
    number: 1,
    about: aboutOf(prepared, tuning),
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

function aboutOf(prepared: PreparedTurn, { sent: settings, factor }: Tuning): TurnAbout {
  const { envelope, attached, images, notices, state, measured } = prepared
  return { envelope, attached, images, notices, settings, factor, branch: state.branch, measured }
}

/** A request without a mark asks for nothing. */
function cacheChoice({ lifetime }: Tuning, { marks, cachedContent }: ModelCall): CacheChoiceView {
  return {
    ...(lifetime && marks.length > 0 ? { lifetime } : {}),
    ...(cachedContent ? { object: cachedContent.name } : {}),
  }
}
