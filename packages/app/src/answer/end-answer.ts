import { recordMarks } from './record-marks.ts'
import { restoreText } from '@varve/guard'
import type { AnswerUsage, Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { citablePlaces } from '../runner/citable-places.ts'
import { settleCitations } from '../runner/settle-citations.ts'
import { heardStatement } from '../trace/store-heard.ts'
import { keepWarm } from '../turn/keep-warm.ts'
import { stateStatements } from '../turn/state-statements.ts'
import { accountFor, isRefused, reviewAnswer } from './account-for.ts'
import type { AnswerJob } from './answer-job.ts'
import { cacheStatements, learningStatements } from './cache-statements.ts'
import { commitEnd } from './commit-end.ts'
import { correctionStatements } from './correct-job.ts'
import type { LiveAnswer } from './live-answer.ts'
import { nameSources } from './name-sources.ts'
import type { AnswerOutcome } from './stream-answer.ts'
import { sumUsage } from './sum-usage.ts'
import { tellEnded } from './tell-call.ts'

/** How the last call of an answer ended, and what those before it used. */
export interface OutcomeToKeep extends AnswerOutcome {
  readonly earlier: readonly AnswerUsage[]
}

/** Stores how an answer ended, and all that its next turn needs of it. */
export async function endAnswer(
  context: AppContext,
  job: AnswerJob,
  live: LiveAnswer,
  outcome: OutcomeToKeep,
): Promise<void> {
  const { store, clock } = context
  const at = clock.now()
  live.endHearing()
  const { status, error, errorCode, reported, resent, heard } = outcome
  const { text, sources: cited } = citedText(job, live, outcome)
  const sources = nameSources(job, cited)
  const findings = reviewAnswer(job, reported)
  const ownUsage = accountFor(job, outcome, { text: outcome.received, at, findings })
  const usage = sumUsage([...outcome.earlier, ownUsage])
  const reasoning = keptReasoning(job, outcome)
  const received = outcome.received === text ? undefined : outcome.received
  const isNothing = isRefused(outcome, text)
  const { workspaceId } = job.chat
  if (isNothing) restoreCache(job)
  await recordMarks(context, job)
  const statements = async (): Promise<readonly Statement[]> => {
    const { turnId, open, answer } = job
    const asked = { workspaceId, turnId, stage: 'asked', state: open.state } as const
    const restored = isNothing ? await stateStatements(context, asked) : []
    const corrected = resent ? await correctionStatements(context, job) : []
    // The steps as they are now: a change may have been taken back since.
    const { steps } = live
    const shown = { text, sources, steps: steps.length > 0 ? steps : undefined }
    return [
      ...restored,
      store.answers.finish(answer, { ...shown, status, error, errorCode, received, usage, reasoning, at }),
      ...store.chatTexts.putAnswer({
        workspaceId,
        conversationId: job.chat.chatId,
        answerId: answer.id,
        text,
        at,
      }),
      ...cacheStatements(store, job, isNothing),
      ...learningStatements(store, job, { reported, findings }),
      ...corrected,
      ...(heard ? [await heardStatement(context, job, { heard, usage: ownUsage, endedAt: at })] : []),
    ]
  }
  await commitEnd(context, { job, live, statements })
  tellEnded(context, job, { status, at, usage, errorCode })
  keepWarm(context, job.chat, { turnId: job.turnId, state: job.open.state, rebuilt: false })
}

/** Where a model was asked to cite, its citations are put in order; the built-in one orders its own. */
function citedText(
  job: AnswerJob,
  { text, steps }: LiveAnswer,
  { sources }: AnswerOutcome,
): { readonly text: string; readonly sources: AnswerOutcome['sources'] } {
  const { sources: known, open } = job
  if (!known || sources.length > 0) return { text, sources }
  const settled = settleCitations(text, known, citablePlaces(job, steps))
  // A path can hold what was taken out of it; the user knows the file by its own name.
  const { values } = open.redaction.state
  return {
    ...settled,
    sources: settled.sources.map((source) => ({ ...source, path: restoreText(source.path, values) })),
  }
}

/** What the model thought, where its provider wants it back with the next message. */
function keptReasoning(
  { model }: AnswerJob,
  { reasoning }: AnswerOutcome,
): AnswerOutcome['reasoning'] | undefined {
  const wanted = model.catalogue?.reasoning ?? 'none'
  const isKept =
    wanted === 'opaque' ? reasoning.opaque !== undefined : wanted === 'text' && reasoning.text !== ''
  return isKept ? reasoning : undefined
}

/** A request that was refused has left nothing at the provider. */
function restoreCache({ open, model, cacheBefore }: AnswerJob): void {
  const { [model.spec.id]: _, ...caches } = open.state.caches
  open.state = {
    ...open.state,
    caches: cacheBefore ? { ...caches, [model.spec.id]: cacheBefore } : caches,
  }
}
