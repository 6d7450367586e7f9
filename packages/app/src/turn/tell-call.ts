import type { AppContext } from '../app-context.ts'
import type { CallEnded, CallStarted, CallUsage } from '../telemetry/app-event.ts'
import type { AnswerUsage } from '@varve/store'
import type { AnswerJob } from './answer-job.ts'
import { callPlace } from '../chat/call-place.ts'

/** Tells that a model is asked now. */
export function tellStarted({ observe }: Pick<AppContext, 'observe'>, job: AnswerJob): void {
  const { input, cached, costUSD } = job.foreseen.predicted
  const { temperature, maxOutputTokens } = job.tuning.sent
  const started: CallStarted = {
    at: job.startedAt,
    predicted: { input, cached, costUSD },
    commitMilliseconds: job.commitMilliseconds,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  }
  observe({ kind: 'call-started', ...started, ...callPlace(job) })
}

/** Tells how an answer ended. What the provider said in words stays out of it. */
export function tellEnded(
  { observe, clock }: Pick<AppContext, 'observe' | 'clock'>,
  job: AnswerJob,
  { status, at = clock.now(), usage, errorCode }: End,
): void {
  const ended: CallEnded = {
    at,
    status,
    milliseconds: Math.max(0, at - job.startedAt),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(usage ? { usage: withoutWords(usage) } : {}),
  }
  observe({ kind: 'call-ended', ...ended, ...callPlace(job) })
}

interface End {
  readonly status: CallEnded['status']
  readonly at?: number
  readonly usage?: AnswerUsage | undefined
  readonly errorCode?: CallEnded['errorCode'] | undefined
}

function withoutWords(usage: AnswerUsage): CallUsage {
  const { warnings: _, ...numbers } = usage
  return numbers
}
