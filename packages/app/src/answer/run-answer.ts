import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { requirePassage } from '../guard/call-model.ts'
import { keepCacheObject } from '../models/cache-object.ts'
import { answerFully } from './answer-fully.ts'
import type { AnswerJob } from './answer-job.ts'
import { outgoingCall } from './build-job.ts'
import { endAnswer } from './end-answer.ts'
import { endAsFailed } from './end-as-failed.ts'
import type { LiveAnswer } from './live-answer.ts'
import { showEnd } from './show-end.ts'
import type { AnswerOutcome } from './stream-answer.ts'
import { tellStarted } from './tell-call.ts'

/** Has a turn answered, to its end on disk, whether someone watches or not. */
export async function runAnswer(context: AppContext, job: AnswerJob, live: LiveAnswer): Promise<void> {
  try {
    tellStarted(context, job)
    const { job: sent, outcome, earlier } = await answerFully(context, job, live)
    await endAnswer(context, sent, live, { ...outcome, earlier })
    // It has ended: what comes now never throws, so that it does not end twice.
    await showEnd(context, sent, live)
    await keepObject(context, sent, outcome)
  } catch (cause) {
    await endAsFailed(context, job, { live, cause })
  } finally {
    context.live.delete(job.answer.id)
    context.chatFiles.due(job.chat.workspaceId)
    live.settle()
  }
}

/** For the calls to come; whoever watches this answer has it already. */
async function keepObject(context: AppContext, job: AnswerJob, { status }: AnswerOutcome): Promise<void> {
  const { model, chat: place, plan, call, tuning, startedAt } = job
  if (!model.catalogue || status === 'failed' || context.closing.aborted) return
  const startTimes = [...tuning.startTimes, startedAt]
  try {
    // What was sent may differ by the object that it named.
    await requirePassage(context, outgoingCall(job))
    await keepCacheObject(context, { place, model: model.catalogue, plan, call, startTimes })
  } catch (error) {
    context.report(`The next call goes without an object in the cache: ${toAppError(error).message}`)
  }
}
