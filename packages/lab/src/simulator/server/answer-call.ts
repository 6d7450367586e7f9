import type { CacheProfile, Message, Tokenizer } from '@varve/engine'
import { type JsonValue, stableJson } from '@varve/engine/internal'
import { asList, asObject, asText, BlocksBuilder, type BodyBlock } from '@varve/providers/internal'
import { type JsonObject, offlineModel, type WireProtocol } from '@varve/providers'
import type { CacheBank } from '../cache/cache-bank.ts'
import { reject } from '../check/reject.ts'
import {
  anthropicDifference,
  type ComparedRequest,
  comparedResponse,
  openaiDifference,
} from '../cache/diagnose.ts'
import type { Answer, Diagnosis, Rejection, SimulatedUsage } from '../dialect/dialect.ts'
import type { Reply, ReplyPiece, Scenario, ScriptedCall } from '../script/scenario.ts'
import { type CachedObject, isRejection } from './cached-contents.ts'
import { jsonOutcome, type Outcome, refuse } from './outcome.ts'
import type { OpenRecord, SimulationState } from './simulation-state.ts'
import type { Route } from './route.ts'

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
  const diagnosis = diagnose(call, { body, blocks }, serial)
  const about = { profileId: profile.id, chunkCharacters, diagnosis }
  const answer = { serial, model, at: record.at, body, reply, usage, ...about }
  return isStream(call) ? streamOutcome(call, answer) : wholeOutcome(call, answer)
}

/** Compares a request with the one that it names, and keeps it for the next. */
function diagnose({ state, route }: ModelCall, now: ComparedRequest, serial: number): Diagnosis | undefined {
  const { protocol } = route.dialect
  const id = comparedResponse(now.body)
  const isAnthropic = protocol === 'anthropic'
  // OpenAI compares with any response, Anthropic only where the request had asked.
  if (id !== undefined || protocol === 'openai-responses')
    state.compared.set(`${isAnthropic ? 'msg' : 'resp'}_sim_${serial}`, now)
  if (typeof id !== 'string') return undefined
  const before = state.compared.get(id)
  if (!before) return 'not-found'
  return (isAnthropic ? anthropicDifference : openaiDifference)(before, now) ?? 'same'
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

/** The answer as it may be in the next request: what a model thought is sent back by some and not by others. */
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

/** Ollama streams by default; Gemini has a separate path for it. */
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

/** What Ollama reads of a prompt that is longer than its window: the end of it, and it says nothing. */
function cutFront(blocks: readonly BodyBlock[], window: number): readonly BodyBlock[] {
  let room = window
  const kept: BodyBlock[] = []
  for (const block of blocks.toReversed()) {
    if (room <= 0) break
    // A part of a block is not a block that was seen before, so it goes by another text.
    const isWhole = block.tokens <= room
    kept.push(isWhole ? block : { ...block, tokens: room, text: block.text.slice(-room) })
    room -= block.tokens
  }
  return kept.toReversed()
}

interface ReplyOptions {
  readonly scenario: Extract<Scenario, { kind: 'answer' }>
  readonly body: JsonObject
  /** What the model has read. */
  readonly blocks: readonly BodyBlock[]
  /** Makes call ids and signatures unique within one simulator. */
  readonly serial: number
  readonly maximumTokens: number | undefined
  readonly tokenizer: Tokenizer
}

/** The reply: from the scenario if there is one, else from the offline model. */
async function writeReply(options: ReplyOptions): Promise<Reply> {
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
  // A model that has its result continues to answer, so that a loop over tools comes to an end.
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

/** The blocks of a body as neutral messages: the offline model reads only text. */
function messagesOfBlocks(blocks: readonly BodyBlock[]): readonly Message[] {
  const messages: { role: Message['role']; parts: { kind: 'text'; text: string }[] }[] = []
  for (const block of blocks) {
    const role = neutralRole(block)
    if (role === undefined) continue
    const part = { kind: 'text', text: block.kind === 'text' ? block.text : '' } as const
    const last = messages.at(-1)
    if (last?.role === role) last.parts.push(part)
    else messages.push({ role, parts: [part] })
  }
  return messages
}

function neutralRole({ role, kind }: BodyBlock): Message['role'] | undefined {
  if (kind === 'tools') return undefined
  if (kind === 'tool-result') return 'tool'
  if (role === 'system' || role === 'developer') return 'system'
  return role === 'user' ? 'user' : 'assistant'
}

/** A call of the first tool that a body defines, with arguments that its schema allows. */
function sampleCall(body: JsonObject): ScriptedCall | undefined {
  const tool = readTools(body)[0]
  return tool && { tool: tool.name, arguments: stableJson(sampleValue(tool.schema)) }
}

/** The tools of a body, in whichever form its protocol gives them. */
function readTools(body: JsonObject): readonly { readonly name: string; readonly schema: JsonObject }[] {
  return asList(body['tools']).flatMap((entry) => {
    const tool = asObject(entry)
    const declared = asList(tool['functionDeclarations']).map(asObject)
    return (declared.length > 0 ? declared : [{ ...tool, ...asObject(tool['function']) }]).map((named) => ({
      name: asText(named['name']),
      schema: asObject(named['parameters'] ?? named['input_schema'] ?? named['parametersJsonSchema']),
    }))
  })
}

/** A value that a JSON schema allows, as small as it goes. */
function sampleValue(schema: JsonObject): JsonValue {
  const allowed = asList(schema['enum'])[0]
  if (allowed !== undefined) return allowed
  switch (asText(schema['type']).toLowerCase()) {
    case 'string':
      return 'sample'
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return true
    case 'array':
      return []
    default: {
      const properties = asObject(schema['properties'])
      const required = asList(schema['required']).map(asText)
      return Object.fromEntries(required.map((name) => [name, sampleValue(asObject(properties[name]))]))
    }
  }
}

/** Tokens of what a model says, and how many of them are reasoning. */
function countReply(
  reply: Reply,
  { count }: Tokenizer,
): { readonly output: number; readonly reasoning: number } {
  let output = 0
  let reasoning = 0
  for (const piece of reply.pieces) {
    const tokens = piece.kind === 'tool-call' ? count(piece.tool) + count(piece.arguments) : count(piece.text)
    output += tokens
    if (piece.kind === 'reasoning') reasoning += tokens
  }
  return { output, reasoning }
}

/** The reply, cut where the request allows no more of it. */
function limitReply(reply: Reply, maximumTokens: number | undefined, tokenizer: Tokenizer): Reply {
  if (maximumTokens === undefined || countReply(reply, tokenizer).output <= maximumTokens) return reply
  const pieces: ReplyPiece[] = []
  let room = maximumTokens
  for (const piece of reply.pieces) {
    if (piece.kind === 'tool-call') break
    const text = cutToTokens(piece.text, room, tokenizer)
    if (text !== '') pieces.push({ ...piece, text })
    room -= tokenizer.count(text)
    if (text.length < piece.text.length) break
  }
  return { pieces, finish: 'length' }
}

/** The longest start of a text, in whole words, that has at most so many tokens. */
function cutToTokens(text: string, limit: number, { count }: Tokenizer): string {
  const ends = [0, ...[...text.matchAll(/\S+/g)].map(({ 0: word, index }) => index + word.length)]
  let fits = 0
  let exceeds = ends.length
  while (exceeds - fits > 1) {
    const middle = (fits + exceeds) >> 1
    if (count(text.slice(0, ends[middle])) <= limit) fits = middle
    else exceeds = middle
  }
  return exceeds === ends.length && count(text) <= limit ? text : text.slice(0, ends[fits])
}
