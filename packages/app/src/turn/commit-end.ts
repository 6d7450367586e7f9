import type { AppErrorCode } from '@varve/contract'
import { setTimeout as delay } from 'node:timers/promises'
import type { Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { loadTurnView } from './load-turns.ts'
import type { AnswerJob } from './answer-job.ts'
import type { LiveAnswer } from './live-answer.ts'

const FIRST_DELAY = 1000
const MAXIMUM_DELAY = 30_000
const PASSING: ReadonlySet<AppErrorCode> = new Set(['disk-full', 'disk-failed', 'busy', 'in-doubt'])

export interface EndToCommit {
  readonly job: AnswerJob
  readonly live: LiveAnswer
  readonly statements: () => Promise<readonly Statement[]>
  /** An end of this answer was committed before, and it is not known what became of it. */
  readonly isAgain?: boolean
}

/**
 * Stores how an answer ended. A full or failing disk and an unreachable server are reported and retried,
 * since both may pass; the text stays in memory.
 */
export async function commitEnd(context: AppContext, end: EndToCommit): Promise<void> {
  const { job, live } = end
  for (let wait = FIRST_DELAY; ; wait = Math.min(wait * 2, MAXIMUM_DELAY)) {
    try {
      return await commitOnce(context, { ...end, isAgain: end.isAgain === true || wait > FIRST_DELAY })
    } catch (error) {
      const failure = toAppError(error)
      if (!PASSING.has(failure.code) || context.closing.aborted) throw error
      live.unsaved = { chatId: job.chat.chatId, error: failure }
      await announceUnsaved(context, job, live, failure.message)
      await delay(wait, undefined, { signal: context.closing }).catch(() => undefined)
    }
  }
}

/** What was reported as failed may have been written all the same; then a second end is a conflict. */
async function commitOnce(context: AppContext, { job, statements, isAgain }: EndToCommit): Promise<void> {
  try {
    await context.store.commit(await statements())
  } catch (error) {
    const { code } = toAppError(error)
    const isDoubtful = code === 'in-doubt' || (code === 'chat-changed' && isAgain)
    if (!isDoubtful || !(await hasEnded(context, job))) throw error
  }
}

async function hasEnded({ store }: Pick<AppContext, 'store'>, { answer }: AnswerJob): Promise<boolean> {
  return (await store.answers.get(answer))?.status !== 'streaming'
}

/** Where not even the turn can be read, anyone who watches is sent away without a word and asks again. */
export async function announceUnsaved(
  context: AppContext,
  job: AnswerJob,
  live: LiveAnswer,
  reason: string,
): Promise<void> {
  const message = `The answer is not saved yet: ${reason}`
  const place = { workspaceId: job.chat.workspaceId, answerId: job.answer.id }
  try {
    const turn = await loadTurnView(context, place)
    const failure = { status: 'failed', error: message, errorCode: 'not-saved' } as const
    const answer = { ...turn.answer, ...failure }
    live.finish({ kind: 'failed', message, turn: { ...turn, answer } })
  } catch (error) {
    context.report(`An answer that is not saved yet could not be shown: ${toAppError(error).message}`)
  }
}
