import type { AnswerUsage, Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { AnswerJob } from '../turn/answer-job.ts'
import type { CallCounts, CallFigures, CallResponse, ReceivedTexts } from '../turn/call-response.ts'
import { boundText } from '../side-calls/sealed-exchange.ts'
import { receivedSeal } from './call-seal.ts'

export interface CallEnd {
  readonly response: CallResponse
  readonly usage: AnswerUsage | undefined
  readonly endedAt: number
  /** Data that the provider needs back if the answer continues later. */
  readonly opaque?: string | undefined
}

/** The write that keeps what came back from a call. Without a key to seal it, what the model wrote is not kept. */
export async function saveResponse(
  context: AppContext,
  job: AnswerJob,
  { response, usage, endedAt, opaque }: CallEnd,
): Promise<Statement> {
  const { workspaceId } = job.chat
  const place = { workspaceId, answerId: job.answer.id, number: job.number }
  const { received, ...went } = response
  const figures: CallFigures = {
    ...went,
    at: Math.round(endedAt - went.milliseconds),
    provider: job.model.catalogue?.provider ?? 'varve',
    ...(job.wire ? { protocol: job.wire.protocol } : {}),
    phases: { commit: job.commitMilliseconds, ...job.phases },
    ...(usage ? { usage: countsOf(usage) } : {}),
  }
  return context.store.calls.saveResponse({ ...place, response: figures, sealed: await sealReceived() })

  async function sealReceived(): Promise<Uint8Array | undefined> {
    try {
      return await context.sealer.seal(JSON.stringify({ ...bounded(received), opaque }), receivedSeal(place))
    } catch (error) {
      context.report(
        `What answer ${place.answerId} received is not kept, for it cannot be sealed: ${String(error)}`,
      )
      return undefined
    }
  }
}

function countsOf(usage: AnswerUsage): CallCounts {
  const { input, cached, written, uncached, output, costUSD, reported } = usage
  return {
    input,
    cached,
    ...(written === undefined ? {} : { written }),
    ...(uncached === undefined ? {} : { uncached }),
    output,
    costUSD,
    ...(reported === undefined ? {} : { reported }),
  }
}

function bounded({ text, reasoning, calls }: ReceivedTexts): ReceivedTexts {
  return {
    text: boundText(text),
    reasoning: boundText(reasoning),
    calls: calls.map((call) => ({ ...call, arguments: boundText(call.arguments) })),
  }
}
