import type { Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { requirePassage } from '../guard/call-model.ts'
import { keepCacheObject } from '../models/cache-object.ts'
import { answerFully } from './answer-fully.ts'
import type { AnswerJob } from './answer-job.ts'
import { outgoingCall } from './build-job.ts'
import type { CutAnswer } from './cut-answer.ts'
import { endAnswer } from './end-answer.ts'
import type { LiveAnswer } from './live-answer.ts'
import { releaseMoney } from '../spending.ts'
import type { AnswerOutcome } from './stream-answer.ts'
import { tellEnded, tellStarted } from './tell-call.ts'
import { announceUnsaved, commitEnd } from './commit-end.ts'
import { loadTurnView } from './load-turns.ts'

/** Has a turn answered, to its end on disk, whether someone watches or not. */
export async function runAnswer(
  context: AppContext,
  job: AnswerJob,
  live: LiveAnswer,
  cut?: CutAnswer,
): Promise<void> {
  try {
    tellStarted(context, job)
    const { job: sent, outcome, earlier } = await answerFully(context, job, live, cut)
    await endAnswer(context, sent, live, { ...outcome, earlier })
    // It has ended: what comes now never throws, so that it does not end twice.
    await showEnd(context, sent, live)
    await keepObject(context, sent, outcome)
  } catch (cause) {
    await endAsFailed(context, job, { live, cause })
  } finally {
    context.live.delete(job.answer.id)
    releaseMoney(job.answer.id)
    context.chatFiles.due(job.chat.workspaceId)
    live.settle()
  }
}

/** For the calls to come; anyone who watches this answer has it already. */
async function keepObject(context: AppContext, job: AnswerJob, { status }: AnswerOutcome): Promise<void> {
  const { model, chat: place, plan, call, tuning, startedAt } = job
  if (!model.catalogue || status === 'failed' || context.closing.aborted) return
  const startTimes = [...tuning.startTimes, startedAt]
  try {
    // What was sent may differ by the object that it named.
    await requirePassage(context, outgoingCall(job))
    await keepCacheObject(context, {
      place,
      model: model.catalogue,
      plan,
      call,
      startTimes,
      learned: tuning.learned,
    })
  } catch (error) {
    context.report(`The next call goes without an object in the cache: ${toAppError(error).message}`)
  }
}

/**
 * Whatever kept an answer from its own end, it ends as failed with what came of it: as long as it has not ended, its
 * chat takes no message.
 */
async function endAsFailed(
  context: AppContext,
  job: AnswerJob,
  { live, cause }: { readonly live: LiveAnswer; readonly cause: unknown },
): Promise<void> {
  const { store, clock, report } = context
  const { workspaceId, chatId: conversationId } = job.chat
  const { message } = toAppError(cause)
  report(`An answer could not be ended: ${message}`)
  const at = clock.now()
  live.endHearing()
  const statements = async (): Promise<readonly Statement[]> => {
    const { text, steps } = live
    const end = { status: 'failed', error: message, errorCode: 'failed', sources: [], text, at } as const
    return [
      store.answers.finish(job.answer, { ...end, steps: steps.length > 0 ? steps : undefined }),
      ...store.chatTexts.putAnswer({ workspaceId, conversationId, answerId: job.answer.id, text, at }),
    ]
  }
  try {
    await commitEnd(context, { job, live, statements, isAgain: true })
  } catch (error) {
    const reason = toAppError(error).message
    report(`It could not be kept as failed either: ${reason}`)
    tellEnded(context, job, { status: 'failed', errorCode: 'not-saved' })
    return announceUnsaved(context, job, live, reason)
  }
  tellEnded(context, job, { status: 'failed', at, errorCode: 'failed' })
  await showEnd(context, job, live)
}

/** Tells anyone who watches how a stored answer ended. Where that cannot be read, they are sent away and ask again. */
async function showEnd(context: AppContext, job: AnswerJob, live: LiveAnswer): Promise<void> {
  const place = { workspaceId: job.chat.workspaceId, answerId: job.answer.id }
  try {
    const turn = await loadTurnView(context, place)
    const { error } = turn.answer
    live.finish(error === undefined ? { kind: 'done', turn } : { kind: 'failed', message: error, turn })
  } catch (error) {
    context.report(`An answer that is saved could not be shown: ${toAppError(error).message}`)
  }
}
