import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { loadTurnView } from '../turn/load-turn-view.ts'
import type { AnswerJob } from './answer-job.ts'
import type { LiveAnswer } from './live-answer.ts'

/** Tells whoever watches how a stored answer ended. Where that cannot be read, they are sent away and ask again. */
export async function showEnd(context: AppContext, job: AnswerJob, live: LiveAnswer): Promise<void> {
  const place = { workspaceId: job.chat.workspaceId, answerId: job.answer.id }
  try {
    const turn = await loadTurnView(context, place)
    const { error } = turn.answer
    live.finish(error === undefined ? { kind: 'done', turn } : { kind: 'failed', message: error, turn })
  } catch (error) {
    context.report(`An answer that is saved could not be shown: ${toAppError(error).message}`)
  }
}
