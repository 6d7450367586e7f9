import type { AppContext } from '../app-context.ts'
import type { SourceView } from '../views.ts'
import type { AnswerJob } from './answer-job.ts'
import { startCheckpoints } from './checkpoints.ts'
import type { LiveAnswer } from './live-answer.ts'
import { untilAborted } from './until-aborted.ts'
import { wholeCharacters } from './whole-characters.ts'

export interface AnswerOutcome {
  readonly status: 'complete' | 'stopped' | 'interrupted' | 'failed'
  readonly sources: readonly SourceView[]
  readonly error?: string
}

/** Why an answer in flight is cut: the user pressed Stop, or Varve is closing. */
export type StopReason = 'stopped' | 'interrupted'

/** Lets the model answer and writes down what comes. Never throws: a failure is an outcome. */
export async function streamAnswer(
  context: AppContext,
  job: AnswerJob,
  live: LiveAnswer,
): Promise<AnswerOutcome> {
  const { signal } = live.stopping
  const checkpoints = startCheckpoints(context.store, job.answer, context.report)
  const characters = wholeCharacters()
  const add = (text: string): void => {
    if (text === '') return
    live.append(text)
    checkpoints.add(text)
  }
  let sources: readonly SourceView[] = []
  try {
    for await (const event of untilAborted(job.model.answer(job.messages, signal), signal)) {
      if (event.kind === 'text') add(characters.take(event.delta))
      else sources = event.sources
    }
    add(characters.rest())
    return { status: signal.aborted ? (signal.reason as StopReason) : 'complete', sources }
  } catch (error) {
    if (signal.aborted) return { status: signal.reason as StopReason, sources }
    return { status: 'failed', sources, error: error instanceof Error ? error.message : String(error) }
  } finally {
    await checkpoints.stop()
  }
}
