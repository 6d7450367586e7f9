import type { ModelStep, ToolExchange } from '@varve/engine'
import type { AnswerUsage } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { guardResult } from '../guard/guard-result.ts'
import { conversationRun, hasUntrusted } from '../runner/conversation-run.ts'
import { withSaid } from '../runner/own-words.ts'
import { runCalls } from '../runner/run-calls.ts'
import { limitReached } from '../runner/run-limits.ts'
import { newRunMemory, type RunMemory, unnumberedSources } from '../runner/run-memory.ts'
import { heardStatement } from '../trace/store-heard.ts'
import { accountFor, reviewAnswer } from './account-for.ts'
import type { AnswerJob } from './answer-job.ts'
import { correctJob } from './correct-job.ts'
import type { LiveAnswer } from './live-answer.ts'
import { nextCall } from './next-call.ts'
import { type AnswerOutcome, type StopReason, streamAnswer } from './stream-answer.ts'

/** The last call of an answer and how it ended, and what the calls before it used. */
export interface FullAnswer {
  readonly job: AnswerJob
  readonly outcome: AnswerOutcome
  readonly earlier: readonly AnswerUsage[]
}

/** Lets a model answer; where it uses tools, runs them and lets it go on until it has answered or may go no further. */
export async function answerFully(
  context: AppContext,
  first: AnswerJob,
  live: LiveAnswer,
): Promise<FullAnswer> {
  const earlier: AnswerUsage[] = []
  const memory = newRunMemory(first.agent !== undefined && (await hasUntrusted(context, first)))
  let job = first
  for (;;) {
    const streamed = await streamAnswer(context, job, live)
    job = await correctJob(context, job, streamed)
    const { calls, status } = streamed
    if (status !== 'complete' || calls.length === 0) return { job, outcome: streamed, earlier }
    const ended = { job, earlier }
    if (!first.agent) return { ...ended, outcome: withoutTools(streamed) }
    const outcome = { ...streamed, heard: undefined }
    earlier.push(...(await keepCall(context, job, streamed)))
    const limit = limitReached(first.agent.limits, soFar(context, first, earlier))
    if (limit !== undefined)
      return { ...ended, outcome: stoppedAt(outcome, limit), earlier: earlier.slice(0, -1) }
    try {
      job = await goOn(context, { job, outcome, live, memory })
    } catch (error) {
      const { signal } = live.stopping
      const cut = signal.aborted ? { status: signal.reason as StopReason } : failureOf(error)
      return { ...ended, outcome: { ...outcome, ...cut, received: '' }, earlier: earlier.slice(0, -1) }
    }
  }
}

interface Running {
  readonly job: AnswerJob
  readonly outcome: AnswerOutcome
  readonly live: LiveAnswer
  readonly memory: RunMemory
}

async function goOn(context: AppContext, { job, outcome, live, memory }: Running): Promise<AnswerJob> {
  const { calls, received: text, reasoning } = outcome
  const runFor = await conversationRun(context, job, live)
  const exchanges = await runCalls(context, { job, live, text, calls, runFor, memory })
  live.stopping.signal.throwIfAborted()
  const modelStep: ModelStep = {
    text,
    ...(isKept(job, outcome) ? { reasoning } : {}),
    exchanges: steered(exchanges, live.takeSaid().map(guardResult(context, job))),
  }
  const next = await nextCall(context, job, { modelStep, number: job.number + 1, live })
  return { ...next, sources: unnumberedSources(memory) }
}

/** What the user said meanwhile stands behind the last result, guarded like that. */
function steered(exchanges: readonly ToolExchange[], said: readonly string[]): readonly ToolExchange[] {
  const last = exchanges.at(-1)
  if (!last || said.length === 0) return exchanges
  return [...exchanges.slice(0, -1), { ...last, result: withSaid(last.result, said) }]
}

/** What the model thought comes back with its calls, where its provider wants that. */
function isKept({ model }: AnswerJob, { reasoning }: AnswerOutcome): boolean {
  const wanted = model.catalogue?.reasoning ?? 'none'
  return wanted === 'opaque' ? reasoning.opaque !== undefined : wanted === 'text' && reasoning.text !== ''
}

/** What a call used. How it went is kept at once, for its tools may run for long, or wait for somebody. */
async function keepCall(
  context: AppContext,
  job: AnswerJob,
  outcome: AnswerOutcome,
): Promise<readonly AnswerUsage[]> {
  const at = context.clock.now()
  const findings = reviewAnswer(job, outcome.reported)
  const usage = accountFor(job, outcome, { text: outcome.received, at, findings })
  const { heard } = outcome
  try {
    if (heard) await context.store.commit([await heardStatement(context, job, { heard, usage, endedAt: at })])
  } catch (error) {
    // That is no reason to end the answer.
    context.report(
      `What a call of answer ${job.answer.id} received is not kept: ${toAppError(error).message}`,
    )
  }
  return usage ? [usage] : []
}

function soFar({ clock }: AppContext, { startedAt }: AnswerJob, used: readonly AnswerUsage[]) {
  return {
    steps: used.length,
    milliseconds: clock.now() - startedAt,
    tokens: used.reduce((sum, { input, output }) => sum + input + output, 0),
    costUSD: used.reduce((sum, { costUSD }) => sum + costUSD, 0),
  }
}

/** A model that asks for tools which it was never given. */
function withoutTools(outcome: AnswerOutcome): AnswerOutcome {
  const names = [...new Set(outcome.calls.map(({ tool }) => tool))].join(', ')
  return {
    ...outcome,
    warnings: [...outcome.warnings, `The model asked for tools that it does not have: ${names}.`],
  }
}

function stoppedAt(outcome: AnswerOutcome, limit: string): AnswerOutcome {
  const message = `The run was ended: ${limit} What came so far is kept; ask to go on.`
  return { ...outcome, status: 'stopped', received: '', warnings: [...outcome.warnings, message] }
}

function failureOf(error: unknown): Pick<AnswerOutcome, 'status' | 'error' | 'errorCode'> {
  const { code, message } = toAppError(error)
  return { status: 'failed', error: message, errorCode: code === 'does-not-fit' ? 'too-long' : 'failed' }
}
