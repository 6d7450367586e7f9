import type { ToolChoice } from '../request/call-input.ts'
import type { JsonValue } from '@varve/engine/internal'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { PlacedMessage, PlacedPart } from '../request/place-parts.ts'
import type { PlacedCall } from '../request/placed-call.ts'
import type { BlocksBuilder } from '../wire/blocks-builder.ts'
import { asCount, asList, asObject, asText, isObject, readArguments } from '../wire/json.ts'
import { type ReasoningItem, readReasoning } from '../wire/reasoning-record.ts'
import type { FinishReason, JsonObject, ReportedUsage } from '../wire/wire.ts'
import {
  type AnswerEnd,
  type AnswerPart,
  type AnswerReader,
  given,
  type Protocol,
  reportedUsage,
  toBase64,
} from './protocol.ts'

/** Gemini's `streamGenerateContent`. */
export const gemini: Protocol = {
  write: (call) => ({ path: pathOf(call.model), body: writeBody(call) }),
  headers: (key) => ({ 'x-goog-api-key': key }),
  framing: 'events',
  openReader: (callsBefore) => new GeminiReader(callsBefore),
  addBlocks,
  scope: () => ({ whole: '', messages: '' }),
}

function pathOf({ wireModel }: CatalogueModel): string {
  const place = wireModel.includes('/') ? wireModel : `models/${wireModel}`
  return `/${place}:streamGenerateContent?alt=sse`
}

function writeBody(call: PlacedCall): JsonObject {
  const { model, messages, tools, cachedContent } = call
  const system = messages
    .filter(({ role }) => role === 'system')
    .flatMap(({ parts }) => parts.flatMap(({ part }) => (part.kind === 'text' ? [{ text: part.text }] : [])))
  const contents = messages
    .filter(({ role }) => role !== 'system')
    .map((message) => writeContent(message, model))
  // Gemma knows no system text: it is in front of the first message.
  const isGemma = /^gemma-/i.test(model.wireModel)
  const [first] = contents
  if (isGemma && system.length > 0 && first?.role === 'user')
    first.parts.unshift({ text: `${system.map(({ text }) => text).join('\n\n')}\n\n` })
  return given({
    generationConfig: writeConfig(call),
    contents,
    systemInstruction: system.length === 0 || isGemma ? undefined : { parts: system },
    tools:
      tools.length === 0
        ? undefined
        : [
            {
              functionDeclarations: tools.map(({ name, description, parameters }) => ({
                name,
                description,
                parametersJsonSchema: parameters,
              })),
            },
          ],
    toolConfig: call.settings.toolChoice && { functionCallingConfig: writeChoice(call.settings.toolChoice) },
    cachedContent,
  })
}

function writeChoice(choice: ToolChoice): JsonObject {
  return { mode: 'ANY', ...(choice === 'required' ? {} : { allowedFunctionNames: [choice.name] }) }
}

function writeConfig({ settings, budget }: PlacedCall): JsonObject {
  const { maxOutputTokens, temperature, reasoningEffort, format } = settings
  const level = reasoningEffort === undefined ? undefined : { thinkingLevel: reasoningEffort }
  return given({
    maxOutputTokens,
    temperature,
    thinkingConfig: budget === undefined ? level : { thinkingBudget: budget },
    responseMimeType: format && 'application/json',
    responseJsonSchema: format?.kind === 'schema' ? format.schema : undefined,
  })
}

function writeContent({ role, parts, signatures }: PlacedMessage, model: CatalogueModel) {
  if (role !== 'assistant') return { role: 'user', parts: parts.flatMap((placed) => writePart(placed)) }
  const isSigned = parts.some(({ part }) => part.kind === 'tool-call' && signatures.has(part.callId))
  const unsigned = isSigned || !checksSignatures(model) ? undefined : NO_CHECK
  const signatureOf = (callId: string) => signatures.get(callId) ?? unsigned
  return { role: 'model', parts: parts.flatMap((placed) => writePart(placed, signatureOf)) }
}

/** Gemini's documented value for calls without a signature. */
const NO_CHECK = 'skip_thought_signature_validator'

/** Since its third version. */
function checksSignatures({ wireModel }: CatalogueModel): boolean {
  const version = /gemini-(\d+)/.exec(wireModel)?.[1]
  return version !== undefined && Number(version) >= 3
}

function writePart(
  { part }: PlacedPart,
  signatureOf: (callId: string) => string | undefined = () => undefined,
): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return [{ text: part.text }]
    case 'image':
      return [{ inlineData: { mimeType: part.mediaType, data: toBase64(part.bytes) } }]
    case 'reasoning':
      return readReasoning(part.opaque).flatMap((item) =>
        item.kind === 'thought' ? [{ text: item.text, thought: true, thoughtSignature: item.signature }] : [],
      )
    case 'tool-call': {
      const args = readArguments(part.arguments).value
      const functionCall = { id: part.callId, name: part.tool, args }
      return [given({ functionCall, thoughtSignature: signatureOf(part.callId) })]
    }
    case 'tool-result': {
      const response = { name: part.tool, content: part.text }
      return [{ functionResponse: { id: part.callId, name: part.tool, response } }]
    }
    default:
      return part satisfies never
  }
}

class GeminiReader implements AnswerReader {
  readonly #thoughts: { text: string; signature: string }[] = []
  readonly #signatures: ReasoningItem[] = []
  #isThinking = false
  #isSpeaking = false
  #callCount: number
  #hasCalls = false
  #finish: string | undefined
  #usage: ReportedUsage | undefined

  constructor(callsBefore: number) {
    this.#callCount = callsBefore
  }

  *read(piece: JsonObject): Generator<AnswerPart> {
    if (isObject(piece['error'])) throw piece['error']
    if (isObject(piece['usageMetadata'])) this.#usage = readUsage(piece['usageMetadata'])
    const blocked = asText(asObject(piece['promptFeedback'])['blockReason'])
    if (blocked !== '' && blocked !== 'BLOCK_REASON_UNSPECIFIED') this.#finish = blocked
    const candidate = asObject(asList(piece['candidates'])[0])
    for (const part of asList(asObject(candidate['content'])['parts'])) yield* this.#readPart(asObject(part))
    this.#finish = asText(candidate['finishReason']) || this.#finish
  }

  *#readPart(part: JsonObject): Generator<AnswerPart> {
    const { text, functionCall } = part
    const signature = asText(part['thoughtSignature'])
    if (isObject(functionCall)) yield this.#readCall(functionCall, signature)
    else if (typeof text === 'string' && part['thought'] === true) yield* this.#readThought(text, signature)
    else if (typeof text === 'string' && text !== '') {
      this.#isThinking = false
      this.#isSpeaking = true
      yield { kind: 'text', delta: text }
    }
  }

  *#readThought(text: string, signature: string): Generator<AnswerPart> {
    // A signature without a text, in the middle of one that is spoken, belongs to no thought.
    if (text === '' && (signature === '' || this.#isSpeaking)) return
    const isNew = !this.#isThinking || text === ''
    if (isNew) this.#thoughts.push({ text: '', signature: '' })
    this.#isThinking = text !== ''
    this.#isSpeaking = false
    const thought = this.#thoughts.at(-1)
    if (!thought) return
    thought.text += text
    thought.signature = signature || thought.signature
    if (text !== '') yield { kind: 'reasoning', delta: text, isNew }
  }

  #readCall(call: JsonObject, signature: string): AnswerPart {
    this.#isThinking = false
    this.#isSpeaking = false
    this.#hasCalls = true
    this.#callCount += 1
    const callId = asText(call['id']) || `call_${this.#callCount}`
    if (signature !== '') this.#signatures.push({ kind: 'call', callId, signature })
    const text = JSON.stringify(call['args'] ?? {})
    return { kind: 'tool-call', callId, tool: asText(call['name']), arguments: text }
  }

  end(): AnswerEnd {
    const fault = this.#finish === 'MALFORMED_FUNCTION_CALL' ? { fault: this.#finish } : {}
    return { reason: this.#reason(), usage: this.#usage, ...fault }
  }

  #reason(): FinishReason {
    switch (this.#finish) {
      case undefined:
        return 'cut'
      case 'MAX_TOKENS':
      case 'CONTINUATION':
        return 'length'
      case 'SAFETY':
      case 'RECITATION':
      case 'BLOCKLIST':
      case 'PROHIBITED_CONTENT':
      case 'SPII':
      case 'IMAGE_SAFETY':
        return 'filtered'
      default:
        return this.#hasCalls ? 'tool-calls' : 'stop'
    }
  }

  reasoning(): readonly ReasoningItem[] {
    const signed = this.#thoughts.filter(({ signature }) => signature !== '')
    return [
      ...signed.map(({ text, signature }) => ({ kind: 'thought' as const, text, signature })),
      ...this.#signatures,
    ]
  }
}

function readUsage(usage: JsonObject): ReportedUsage | undefined {
  const thought = asCount(usage['thoughtsTokenCount']) ?? 0
  return reportedUsage({
    input: (asCount(usage['promptTokenCount']) ?? 0) + (asCount(usage['toolUsePromptTokenCount']) ?? 0),
    cached: asCount(usage['cachedContentTokenCount']),
    output: (asCount(usage['candidatesTokenCount']) ?? 0) + thought,
    reasoning: thought,
  })
}

/** The body of a request, and of a `cachedContents` object. */
function addBlocks(body: JsonObject, builder: BlocksBuilder): void {
  builder.addTools(asList(body['tools']))
  const system = asObject(body['systemInstruction'] ?? body['system_instruction'])
  for (const part of asList(system['parts'])) addPart('system', asObject(part), builder)
  for (const entry of asList(body['contents'])) {
    const content = asObject(entry)
    const role = asText(content['role']) || 'user'
    for (const part of asList(content['parts'])) addPart(role, asObject(part), builder)
  }
}

function addPart(role: string, part: JsonObject, builder: BlocksBuilder): void {
  const { functionCall, functionResponse } = part
  const image = asObject(part['inlineData'] ?? part['inline_data'])
  const file = asObject(part['fileData'] ?? part['file_data'])
  if (isObject(functionCall)) {
    const text = JSON.stringify(functionCall['args'] ?? {})
    const call = { id: asText(functionCall['id']), tool: asText(functionCall['name']), arguments: text }
    return builder.addCall(role, call, part)
  }
  if (isObject(functionResponse)) {
    const id = asText(functionResponse['id']) || asText(functionResponse['name'])
    const response = functionResponse['response'] ?? {}
    const text = JSON.stringify(response)
    return builder.addResult(role, { id, text, counted: resultText(response) ?? text }, part)
  }
  if (typeof image['data'] === 'string') return builder.addImage(role, image['data'], part)
  if (typeof file['fileUri'] === 'string') return builder.addImage(role, file['fileUri'], part)
  if (typeof part['text'] !== 'string') return builder.addOther(role, part)
  if (part['thought'] === true)
    return builder.addReasoning(role, part['text'], asText(part['thoughtSignature']))
  builder.addText(role, part['text'], part)
}

/** A result that is a text goes inside of an object: what the model reads is the text, not its escapes. */
function resultText(response: JsonValue): string | undefined {
  const { content } = asObject(response)
  return typeof content === 'string' ? content : undefined
}
