import type { Tokenizer } from '@varve/engine'
import { offlineModel } from '../../offline-model.ts'
import type { BodyBlock } from '../../wire/body-blocks.ts'
import type { JsonObject } from '../../wire/wire.ts'
import { limitReply } from './limit-reply.ts'
import { messagesOfBlocks } from './messages-of-blocks.ts'
import type { Reply, ReplyPiece } from './reply.ts'
import { sampleCall } from './sample-call.ts'
import type { Scenario, ScriptedCall } from './scenario.ts'

export interface ReplyOptions {
  readonly scenario: Extract<Scenario, { kind: 'answer' }>
  readonly body: JsonObject
  /** What the model has read. */
  readonly blocks: readonly BodyBlock[]
  /** Makes call ids and signatures unique within one simulator. */
  readonly serial: number
  readonly maximumTokens: number | undefined
  readonly tokenizer: Tokenizer
}

/** What the model says to a request: what the scenario scripts, else what the offline model would say. */
export async function writeReply(options: ReplyOptions): Promise<Reply> {
  const { scenario, blocks, serial, maximumTokens, tokenizer } = options
  const calls = scriptedCalls(options)
  const pieces: ReplyPiece[] = []
  if (scenario.reasoning !== undefined)
    pieces.push({ kind: 'reasoning', text: scenario.reasoning, opaque: `sim-signature-${serial}` })
  const text = scenario.text ?? (calls.length > 0 ? '' : await offlineText(blocks))
  if (text !== '') pieces.push({ kind: 'text', text })
  calls.forEach((call, index) => {
    const callId = call.callId ?? `call_sim_${serial}_${index + 1}`
    pieces.push({ kind: 'tool-call', callId, tool: call.tool, arguments: call.arguments })
  })
  const finish = scenario.finish ?? (calls.length > 0 ? 'tool-calls' : 'stop')
  return limitReply({ pieces, finish }, maximumTokens, tokenizer)
}

function scriptedCalls({ scenario: { calls }, body, blocks }: ReplyOptions): readonly ScriptedCall[] {
  if (calls !== 'first-tool') return calls ?? []
  // A model that has its result goes on to answer, so that a loop over tools comes to an end.
  if (blocks.at(-1)?.kind === 'tool-result') return []
  const call = sampleCall(body)
  return call === undefined ? [] : [call]
}

async function offlineText(blocks: readonly BodyBlock[]): Promise<string> {
  let text = ''
  const answer = offlineModel.answer(messagesOfBlocks(blocks), { wait: () => Promise.resolve() })
  for await (const event of answer) if (event.kind === 'text') text += event.delta
  return text
}
