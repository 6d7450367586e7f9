import type { Need } from '@varve/engine'
import { stableJson } from '@varve/engine/internal'
import { type ToolCallRecord, type Notice, notice } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { runSideCall } from '../side-calls/side-call.ts'
import type { AnswerJob } from './answer-job.ts'
import type { LiveAnswer } from './live-answer.ts'
import { SUMMARY_LIMITS, type SummaryTask, sumUp, summaryTask } from './summaries.ts'

export interface NeedsToMeet {
  readonly needs: readonly Need[]
  /** The answer that waits for them; its model writes. */
  readonly job: AnswerJob
  readonly live: LiveAnswer
}

export interface MetNeeds {
  /** By the id of the need. */
  readonly provided: { readonly [need: string]: string }
  /** In words: what could not be had, and what is in its place. */
  readonly notices: readonly Notice[]
}

/**
 * Has the user's model sum up what does not fit, shown as it happens. What fails keeps its extract and says so; a
 * stop ends all of it.
 */
export async function meetNeeds(context: AppContext, { needs, job, live }: NeedsToMeet): Promise<MetNeeds> {
  const tasks = needs.map(summaryTask)
  const show = stepShower(live, job, tasks)
  const provided: Record<string, string> = {}
  const notices: Notice[] = []
  for (const [place, task] of tasks.entries()) {
    if (notices.length >= SUMMARY_LIMITS.failures) {
      show(place, 'failed', `Not asked: an extract of ${task.name} is sent`)
      continue
    }
    try {
      const { text, costUSD } = await writeSummary(context, { job, live, task }, (words) =>
        show(place, 'running', words),
      )
      provided[task.id] = text
      show(place, 'done', doneWords(task, text, costUSD, job))
    } catch (error) {
      live.stopping.signal.throwIfAborted()
      const why = toAppError(error).message
      show(place, 'failed', `${task.name}: ${why} An extract is sent`)
      notices.push(notice('summary-failed', task.name, { model: job.model.name, reason: why }))
    }
  }
  return { provided, notices }
}

async function writeSummary(
  context: AppContext,
  { job, live, task }: Pick<NeedsToMeet, 'job' | 'live'> & { readonly task: SummaryTask },
  tell: (words: string) => void,
): Promise<{ readonly text: string; readonly costUSD: number }> {
  const { chat, model, turnId } = job
  const { signal } = live.stopping
  let costUSD = 0
  const text = await sumUp(task, {
    tokenizer: model.spec.tokenizer,
    window: model.spec.window,
    onCall: (call, calls) => tell(`Sums up ${task.name}${calls > 1 ? ` (${call} of ${calls})` : ''}`),
    ask: async (asked) => {
      signal.throwIfAborted()
      const answer = await runSideCall(context, {
        ...chat,
        ...asked,
        purpose: 'summary',
        model,
        turnId,
        // It is all part of the state this turn is planned from, which has passed the guard. The summary
        // keeps placeholders, since the state holds no values.
        outgoing: { ...job.open, text: asked.text, restore: (words) => words },
        signal,
      })
      costUSD += answer.usage.costUSD
      return answer.text
    },
  })
  return { text, costUSD }
}

type Show = (place: number, status: ToolCallRecord['status'], summary: string) => void

/** One step of the answer, with a line for each thing that is summed up. */
function stepShower(live: LiveAnswer, { model }: AnswerJob, tasks: readonly SummaryTask[]): Show {
  const index = live.madeSteps.length
  let calls = tasks.map(
    ({ name }, place): ToolCallRecord => ({
      callId: `summary-${place + 1}`,
      tool: 'summary',
      arguments: stableJson({ of: name, model: model.spec.id }),
      status: 'running',
      summary: `Sums up ${name}`,
    }),
  )
  return (place, status, summary) => {
    calls = calls.map((call, other) => (other === place ? { ...call, status, summary } : call))
    live.showStep(index, { text: '', calls })
  }
}

function doneWords(
  { name, pieces }: SummaryTask,
  text: string,
  costUSD: number,
  { model }: AnswerJob,
): string {
  const { count } = model.spec.tokenizer
  const before = pieces.reduce((sum, piece) => sum + count(piece), 0)
  const cost = costUSD > 0 ? `, $${costUSD.toFixed(costUSD < 0.01 ? 4 : 2)}` : ''
  return `Summed up ${name}: ${grouped(before)} → ${grouped(count(text))} tokens${cost}`
}

function grouped(tokens: number): string {
  return Math.round(tokens).toLocaleString('en-US')
}
