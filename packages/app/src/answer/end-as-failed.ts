import type { Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import type { AnswerJob } from './answer-job.ts'
import { announceUnsaved, commitEnd } from './commit-end.ts'
import type { LiveAnswer } from './live-answer.ts'
import { showEnd } from './show-end.ts'
import { tellEnded } from './tell-call.ts'

/**
 * Whatever kept an answer from its own end, it ends as failed with what came of it: as long as it has not ended, its
 * chat takes no message.
 */
export async function endAsFailed(
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
