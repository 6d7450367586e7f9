import { type AnswerTraceView, type CallUsageView, PHASES, type TracedCallView } from '@varve/contract'
import type { AnswerRecord, CallPlace, CallSummary } from '@varve/store'
import type { CallFigures } from '../turn/call-response.ts'
import type { AppContext } from '../app-context.ts'
import { loadAsides } from '../side-calls/load-asides.ts'
import { readSettings } from '../models/chat-settings.ts'
import { readTurnStatistics } from '../telemetry/read-turn-statistics.ts'
import type { PlanSummary } from '../turn/record-plan.ts'
import { type AnswerInput, requireAnswer } from '../chat/require-answer.ts'
import { missingCall } from './missing-call.ts'
import { openCall } from './open-call.ts'

/** How each call of an answer went, as it was written down then: also where what was said is deleted or sealed. */
export async function showTrace(context: AppContext, input: AnswerInput): Promise<AnswerTraceView> {
  const { store } = context
  const { workspaceId, chatId } = input
  const { turn, answers, answer } = await requireAnswer(context, input)
  const all = await store.calls.ofTurns(workspaceId, [turn.id])
  const calls = all.filter(({ answerId }) => answerId === answer.id)
  const heard = await store.calls.heardOf({ workspaceId, answerId: answer.id })
  const beside = await loadAsides(context, { workspaceId, chatId, answers: new Map([[turn.id, answers]]) })
  const { modelId, modelName, settings } = answer
  return {
    modelId,
    modelName,
    ...(settings === undefined ? {} : { settings: readSettings(settings) }),
    ...(await textsLeftOut(context, { workspaceId, answerId: answer.id, number: 1 })),
    calls: calls.map((call, index) => {
      const figures = heard.get(call.number)?.heard as CallFigures | undefined
      const place = { call, answer, isLast: index === calls.length - 1, isOnly: calls.length === 1 }
      return { number: call.number, ...expected(call), ...(figures ? went(figures) : guessed(place)) }
    }),
    asides: beside.get(turn.id) ?? [],
  }
}

/** Who asks for the texts of these calls would get none; with the figures they learn why. */
async function textsLeftOut(
  context: AppContext,
  place: CallPlace,
): Promise<Pick<AnswerTraceView, 'textsLeftOut'>> {
  const first = await openCall(context, place)
  return first?.kind === 'sealed' ? { textsLeftOut: missingCall(first).message } : {}
}

/** A summary may be that of a chat file, which holds whatever somebody wrote there. */
function expected({ summary }: CallSummary): Pick<TracedCallView, 'predicted'> {
  const predicted = (summary as Partial<PlanSummary> | null)?.predicted
  if (!predicted || typeof predicted.input !== 'number') return {}
  const { input, cached, costUSD } = predicted
  return { predicted: { input, cached, costUSD } }
}

function went(figures: CallFigures): Omit<TracedCallView, 'number' | 'predicted'> {
  const { at, status, provider, protocol, phases, firstMilliseconds, milliseconds, error, usage } = figures
  return {
    status,
    at: new Date(at).toISOString(),
    provider,
    ...(protocol === undefined ? {} : { protocol }),
    phases: PHASES.flatMap((phase) => {
      const taken = phases[phase]
      return taken === undefined ? [] : [{ phase, milliseconds: taken }]
    }),
    ...(firstMilliseconds === undefined ? {} : { firstMilliseconds }),
    milliseconds,
    ...(error === undefined ? {} : { error }),
    ...(usage ? { usage: countsOf(usage) } : {}),
  }
}

interface UnheardCall {
  readonly call: CallSummary
  readonly answer: AnswerRecord
  readonly isLast: boolean
  readonly isOnly: boolean
}

/** What is known of a call that runs, or that was made before each was listened to: from its answer, if that took one. */
function guessed({
  call,
  answer,
  isLast,
  isOnly,
}: UnheardCall): Omit<TracedCallView, 'number' | 'predicted'> {
  const { status, startedAt, usage, error } = answer
  const phases = isOnly ? readTurnStatistics(call.summary)?.phases : undefined
  const known = PHASES.flatMap((phase) => {
    const milliseconds = phase === 'commit' ? usage?.commitMilliseconds : phases?.[phase]
    return phases && milliseconds !== undefined ? [{ phase, milliseconds }] : []
  })
  if (!isOnly) return { status: isLast ? status : 'unknown', phases: [] }
  return {
    status,
    at: new Date(startedAt).toISOString(),
    phases: known,
    ...(usage?.firstByteMilliseconds === undefined ? {} : { firstMilliseconds: usage.firstByteMilliseconds }),
    ...(usage ? { milliseconds: usage.milliseconds, usage: countsOf(usage) } : {}),
    ...(error === undefined ? {} : { error }),
  }
}

function countsOf({
  input,
  cached,
  written,
  output,
  costUSD,
  reported = false,
}: Partial<Pick<CallUsageView, 'reported'>> & Omit<CallUsageView, 'reported'>): CallUsageView {
  return { input, cached, ...(written === undefined ? {} : { written }), output, costUSD, reported }
}
