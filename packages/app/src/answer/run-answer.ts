import { setTimeout as delay } from 'node:timers/promises'
import { restoreText } from '@varve/guard'
import type { AnswerUsage, Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { type AppErrorCode, toAppError } from '../app-error.ts'
import { keepCacheObject } from '../models/cache-object.ts'
import { keepWarm } from '../turn/keep-warm.ts'
import { loadTurnView } from '../turn/load-turn-view.ts'
import { stateStatements } from '../turn/state-statements.ts'
import type { AnswerJob } from './answer-job.ts'
import { tellEnded, tellStarted } from './tell-call.ts'
import type { LiveAnswer } from './live-answer.ts'
import { accountFor, reviewAnswer } from './account-for.ts'
import { cacheStatements, factorStatements } from './cache-statements.ts'
import { answerFully } from './answer-fully.ts'
import { correctionStatements } from './correct-job.ts'
import type { AnswerOutcome } from './stream-answer.ts'
import { citablePlaces } from '../runner/citable-places.ts'
import { settleCitations } from '../runner/settle-citations.ts'
import { nameSources } from './name-sources.ts'
import { sumUsage } from './sum-usage.ts'

const FIRST_DELAY = 1000
const MAXIMUM_DELAY = 30_000
const PASSING: ReadonlySet<AppErrorCode> = new Set(['disk-full', 'disk-failed', 'busy'])

/** Has a turn answered, to its end on disk, whether someone watches or not. */
export async function runAnswer(context: AppContext, job: AnswerJob, live: LiveAnswer): Promise<void> {
  try {
    tellStarted(context, job)
    const { job: sent, outcome, earlier } = await answerFully(context, job, live)
    await endAnswer(context, sent, live, { ...outcome, earlier })
    await keepObject(context, sent, outcome)
  } catch (error) {
    context.report(`An answer could not be ended: ${toAppError(error).message}`)
    tellEnded(context, job, { status: 'failed', errorCode: 'not-saved' })
    await announceUnsaved(context, job, live, toAppError(error).message)
  } finally {
    context.live.delete(job.answer.id)
    context.chatFiles.due(job.chat.workspaceId)
    live.settle()
  }
}

async function endAnswer(
  context: AppContext,
  job: AnswerJob,
  live: LiveAnswer,
  outcome: AnswerOutcome & { readonly earlier: readonly AnswerUsage[] },
): Promise<void> {
  const { store, clock } = context
  const at = clock.now()
  live.endHearing()
  const { status, error, errorCode, reported, resent } = outcome
  const { text, sources: cited } = citedText(job, live, outcome)
  const sources = nameSources(job, cited)
  const findings = reviewAnswer(job, reported)
  const usage = sumUsage([
    ...outcome.earlier,
    accountFor(job, outcome, { text: outcome.received, at, findings }),
  ])
  const steps = live.steps.length > 0 ? live.steps : undefined
  const reasoning = keptReasoning(job, outcome)
  const received = outcome.received === text ? undefined : outcome.received
  const isNothing = isRefused(outcome, text)
  const { workspaceId } = job.chat
  if (isNothing) restoreCache(job)
  await commitPatiently(context, job, live, async () => [
    ...(isNothing
      ? await stateStatements(context, {
          workspaceId,
          turnId: job.turnId,
          stage: 'asked',
          state: job.open.state,
        })
      : []),
    store.answers.finish(job.answer, {
      status,
      sources,
      error,
      errorCode,
      text,
      received,
      usage,
      reasoning,
      steps,
      at,
    }),
    ...store.chatTexts.putAnswer({
      workspaceId,
      conversationId: job.chat.chatId,
      answerId: job.answer.id,
      text,
      at,
    }),
    ...cacheStatements(store, job, isNothing),
    ...factorStatements(store, job, { reported, findings }),
    ...(resent ? await correctionStatements(context, job) : []),
  ])
  tellEnded(context, job, { status, at, usage, errorCode })
  keepWarm(context, job.chat, { turnId: job.turnId, state: job.open.state, rebuilt: false })
  const turn = await loadTurnView(context, { workspaceId, answerId: job.answer.id })
  live.finish(error === undefined ? { kind: 'done', turn } : { kind: 'failed', message: error, turn })
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

/** A provider that refused has stored nothing of this request. */
function isRefused({ status, reported }: AnswerOutcome, text: string): boolean {
  return text === '' && status === 'failed' && !reported
}

/** For the calls to come; whoever watches this answer has it already. */
async function keepObject(context: AppContext, job: AnswerJob, { status }: AnswerOutcome): Promise<void> {
  const { model, chat: place, plan, call, tuning, startedAt } = job
  if (!model.catalogue || status === 'failed' || context.closing.aborted) return
  const startTimes = [...tuning.startTimes, startedAt]
  await keepCacheObject(context, { place, model: model.catalogue, plan, call, startTimes })
}

/** A full or failing disk is told at once and tried again, since that may pass; the text waits in memory. */
async function commitPatiently(
  context: AppContext,
  job: AnswerJob,
  live: LiveAnswer,
  statements: () => Promise<readonly Statement[]>,
): Promise<void> {
  for (let wait = FIRST_DELAY; ; wait = Math.min(wait * 2, MAXIMUM_DELAY)) {
    try {
      return await context.store.commit(await statements())
    } catch (error) {
      const { code, message } = toAppError(error)
      if (code === 'chat-changed' && wait > FIRST_DELAY && (await hasEnded(context, job))) return
      if (!PASSING.has(code) || context.closing.aborted) throw error
      await announceUnsaved(context, job, live, message)
      await delay(wait, undefined, { signal: context.closing }).catch(() => undefined)
    }
  }
}

/** What a disk reported as failed may have been written all the same. */
async function hasEnded({ store }: AppContext, { answer }: AnswerJob): Promise<boolean> {
  return (await store.answers.get(answer))?.status !== 'streaming'
}

/** Where not even the turn can be read, whoever watches is sent away without a word and asks again. */
async function announceUnsaved(
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
