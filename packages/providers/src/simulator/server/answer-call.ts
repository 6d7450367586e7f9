import type { CacheProfile } from '@varve/engine'
import { BlocksBuilder } from '../../wire/body-blocks-builder.ts'
import { asObject, asText } from '../../wire/body-blocks-json.ts'
import type { BodyBlock } from '../../wire/body-blocks.ts'
import type { JsonObject, WireProtocol } from '../../wire/wire.ts'
import type { CacheBank } from '../cache/cache-bank.ts'
import { reject } from '../check/reject.ts'
import type { Answer, Rejection, SimulatedUsage } from '../dialect/dialect.ts'
import { countReply } from '../script/limit-reply.ts'
import type { Reply, ReplyPiece } from '../script/reply.ts'
import type { Scenario } from '../script/scenario.ts'
import { writeReply } from '../script/write-reply.ts'
import { type CachedObject, isRejection } from './cached-contents.ts'
import { cutFront } from './cut-front.ts'
import { jsonOutcome, type Outcome, refuse } from './outcome.ts'
import type { OpenRecord } from './request-log.ts'
import type { Route } from './route.ts'
import type { SimulationState } from './simulation-state.ts'

export interface ModelCall {
  readonly state: SimulationState
  readonly route: Extract<Route, { kind: 'model-call' }>
  readonly body: JsonObject
  readonly model: string
  readonly profile: CacheProfile
  readonly scenario: Extract<Scenario, { kind: 'answer' }>
  readonly record: OpenRecord
}

/** Ollama's window where a request names none. */
const DEFAULT_CONTEXT = 4096

const DEFAULT_CHUNK = 24

/** Reads the prompt, looks it up, and lets the model answer. */
export async function answerCall(call: ModelCall): Promise<Outcome> {
  const { state, route, body, model, profile, scenario, record } = call
  const { dialect } = route
  const prompt = readPrompt(call)
  if ('rejection' in prompt) return refuse(dialect, prompt.rejection)
  const { blocks, object } = prompt
  const window = state.options.windowTokens
  const length = blocks.reduce((sum, { tokens }) => sum + tokens, 0)
  if (window !== undefined && length > window) return refuse(dialect, dialect.overflow(length, window))

  const { tokenizer } = state.bankOf(model)
  const serial = state.nextSerial()
  const maximumTokens = dialect.maximumTokens(body)
  const reply = await writeReply({ scenario, body, blocks, serial, maximumTokens, tokenizer })
  const spoken = countReply(reply, tokenizer)
  const usage = { ...readCache(call, { blocks, object, reply }), ...spoken }
  record.usage = usage
  const chunkCharacters = scenario.chunkCharacters ?? DEFAULT_CHUNK
  const answer = { serial, model, at: record.at, body, reply, usage, profileId: profile.id, chunkCharacters }
  return isStream(call) ? streamOutcome(call, answer) : wholeOutcome(call, answer)
}

type Prompt =
  | { readonly blocks: readonly BodyBlock[]; readonly object?: CachedObject }
  | { readonly rejection: Rejection }

/** What the model reads: the body, after the cache object that it names, or the end of it that fits. */
function readPrompt({ state, route, body, model, record }: ModelCall): Prompt {
  const { protocol } = route.dialect
  const blocks = state.bankOf(model).blocks(protocol, body)
  if (protocol === 'ollama') {
    const window = asObject(body['options'])['num_ctx']
    return { blocks: cutFront(blocks, typeof window === 'number' ? window : DEFAULT_CONTEXT) }
  }
  const name = asText(body['cachedContent'])
  if (protocol !== 'gemini' || name === '') return { blocks }
  const object = state.objects.get(name, record.at)
  if (isRejection(object)) return { rejection: object }
  if (object.model !== model)
    return {
      rejection: reject(
        `Model used by GenerateContent request (models/${model}) and CachedContent (models/${object.model}) has to be the same.`,
      ),
    }
  return { blocks: [...object.blocks, ...blocks], object }
}

function readCache(
  { state, route, body, model, profile, scenario, record }: ModelCall,
  prompt: {
    readonly blocks: readonly BodyBlock[]
    readonly object: CachedObject | undefined
    readonly reply: Reply
  },
): Omit<SimulatedUsage, 'output' | 'reasoning'> {
  const { blocks, object, reply } = prompt
  if (object) {
    const input = blocks.reduce((sum, { tokens }) => sum + tokens, 0)
    const cached = object.tokens
    return { input, cached, written: 0, uncached: input - cached, writtenLong: 0 }
  }
  const { protocol } = route.dialect
  const bank = state.bankOf(model)
  const reading = bank.read({ protocol, model, profile, body, blocks, at: record.at })
  const { addAnswer, ...counts } = reading
  // An answer that broke off has no end to be found again.
  if (scenario.broken === undefined)
    for (const form of answerForms(bank, protocol, reply)) addAnswer(form, state.options.clock())
  return counts
}

/** The answer as it may stand in the next request: what a model thought is sent back by some and not by others. */
function answerForms(
  bank: CacheBank,
  protocol: WireProtocol,
  reply: Reply,
): readonly (readonly BodyBlock[])[] {
  const spoken = reply.pieces.filter(({ kind }) => kind !== 'reasoning')
  const forms = spoken.length === reply.pieces.length ? [spoken] : [spoken, reply.pieces]
  const role = protocol === 'gemini' ? 'model' : 'assistant'
  return forms.map((pieces) => {
    const builder = new BlocksBuilder(bank.tokenizer)
    for (const piece of pieces) addPiece(builder, role, piece)
    return builder.blocks
  })
}

function addPiece(builder: BlocksBuilder, role: string, piece: ReplyPiece): void {
  switch (piece.kind) {
    case 'reasoning':
      return builder.addReasoning(role, piece.text, '')
    case 'text':
      return builder.addText(role, piece.text)
    case 'tool-call':
      return builder.addCall(role, { id: piece.callId, tool: piece.tool, arguments: piece.arguments }, {})
    default:
      return piece satisfies never
  }
}

/** Ollama streams unless it is told not to; Gemini has a path for it. */
function isStream({ route, body }: ModelCall): boolean {
  if (route.isStream !== undefined) return route.isStream
  return route.dialect.protocol === 'ollama' ? body['stream'] !== false : body['stream'] === true
}

const STREAM_FAILURE: Rejection = { status: 500, message: 'The stream broke off.' }

function streamOutcome({ route, scenario }: ModelCall, answer: Answer): Outcome {
  const { dialect, format } = route
  const { broken, pauseMilliseconds = 0 } = scenario
  const frames = dialect.frames(answer)
  if (broken === undefined) return { kind: 'stream', format, frames, pauseMilliseconds, isCut: false }
  const sent = frames.slice(0, broken.afterFrames)
  if (broken.how === 'error') sent.push(dialect.failure(STREAM_FAILURE))
  const { how } = broken
  const end = { isCut: how === 'drop', isSilent: how === 'silence' }
  return { kind: 'stream', format, frames: sent, pauseMilliseconds, ...end }
}

function wholeOutcome({ route, scenario }: ModelCall, answer: Answer): Outcome {
  const { dialect } = route
  const { broken, pauseMilliseconds = 0 } = scenario
  if (broken?.how === 'error') return refuse(dialect, STREAM_FAILURE)
  if (broken?.how === 'silence') return { kind: 'silence' }
  const isCut = broken?.how === 'drop'
  const whole = jsonOutcome(200, dialect.document(answer))
  return whole.kind === 'json' ? { ...whole, pauseMilliseconds, isCut } : whole
}
