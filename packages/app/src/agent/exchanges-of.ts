import type { ToolExchange } from '@varve/engine/internal'
import type { AnswerJob } from '../turn/answer-job.ts'
import type { AppContext } from '../app-context.ts'
import { guardResult } from '../guard/guard-result.ts'
import { knowsMore } from '../guard/redaction.ts'
import type { ToolOutcome } from '../tools/tool.ts'
import { toolNamed } from '../tools/tools.ts'
import { withoutForgedWords } from './own-words.ts'
import type { ModelToolCall } from './model-tool-call.ts'
import { MOST_CALLS_AT_ONCE } from './run-limits.ts'
import { nameToSend } from './settle-calls.ts'

export interface CallsMade {
  readonly job: AnswerJob
  readonly calls: readonly ModelToolCall[]
  /** In the order of the calls. */
  readonly outcomes: readonly (ToolOutcome | undefined)[]
  /** How many more the model wanted. */
  readonly left: number
}

/** What goes back to the model for the calls of one step. */
export function exchangesOf(
  context: AppContext,
  { job, calls, outcomes, left }: CallsMade,
): readonly ToolExchange[] {
  const guarded = () => calls.map((call, index) => exchangeOf(context, job, call, outcomes[index]))
  const { state } = job.open.redaction
  const first = guarded()
  // What one result tells to be private may stand bare in those before it.
  const exchanges = knowsMore(job.open.redaction.state, state) ? guarded() : first
  return left === 0 ? exchanges : withLeft(exchanges, left)
}

/** What goes back to the model: redacted, and with the arguments as it wrote them. */
function exchangeOf(
  context: AppContext,
  job: AnswerJob,
  { callId, tool, arguments: args }: ModelToolCall,
  outcome: ToolOutcome | undefined,
): ToolExchange {
  const { text = 'Nothing came of this call.', hits, around } = outcome ?? {}
  const guard = guardResult(context, job, around)
  const words = (said: string): string => withoutForgedWords(guard(said))
  return {
    callId,
    tool: nameToSend(tool),
    arguments: args,
    result: words(text),
    ...(hits ? { hits: hits.map((hit) => ({ ...hit, key: guard(hit.key), text: words(hit.text) })) } : {}),
    recoverable: toolNamed(tool, job.agent?.tools)?.recoverable ?? false,
  }
}

function withLeft(exchanges: readonly ToolExchange[], left: number): readonly ToolExchange[] {
  const words = `[${left} more calls were left out: at most ${MOST_CALLS_AT_ONCE} calls are made at once. Make those again that are still needed.]`
  return exchanges.map((exchange, index) =>
    index === exchanges.length - 1 ? { ...exchange, result: `${exchange.result}\n${words}` } : exchange,
  )
}
