import {
  createStreamRestorer,
  type Finding,
  findingsFrom,
  NO_REDACTIONS,
  type RedactionMap,
  type RedactionState,
  redactText,
  restoreText,
  type ScanOptions,
  scanText,
  type Severity,
  type StreamRestorer,
} from '@varve/guard'
import type { LanguageModelMiddleware } from 'ai'

export interface GuardOptions {
  readonly scan?: ScanOptions
  /** What is at least so grave is replaced. Default: `moderate`. */
  readonly from?: Severity
  /** Placeholders that were given out before, as `guard.state` was saved. */
  readonly state?: RedactionState
  /** Called before a request goes out, with what is new in it. Throw to stop the request. */
  readonly onFindings?: (findings: readonly Finding[]) => void
}

/** A middleware with a memory: use one for each conversation. */
export interface GuardMiddleware extends LanguageModelMiddleware {
  /** Which placeholder stands for what. Plain JSON, and a secret. */
  readonly state: RedactionState
}

type TransformInput = Parameters<NonNullable<LanguageModelMiddleware['transformParams']>>[0]
type Prompt = TransformInput['params']['prompt']
type Message = Prompt[number]
type Part = Exclude<Message['content'], string>[number]
type Output = Extract<Part, { type: 'tool-result' }>['output']
type Generated = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapGenerate']>>>
type Streamed = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>>
type StreamPart = Streamed['stream'] extends ReadableStream<infer Piece> ? Piece : never

/**
 * Keeps private data from the model: placeholders go out, and come back as what they stand for, also while the answer
 * streams. A text that was sent once stays as it was sent, so the provider's cache holds. Reasoning keeps its
 * placeholders, for providers sign it. Pictures and other files cannot be read, and go as they are.
 */
export function guardMiddleware(options: GuardOptions = {}): GuardMiddleware {
  const redactor = new PromptRedactor(options)
  return {
    specificationVersion: 'v4',
    get state() {
      return redactor.state
    },
    transformParams: async ({ params }) => ({ ...params, prompt: redactor.redactPrompt(params.prompt) }),
    wrapGenerate: async ({ doGenerate }) => restoreGenerated(await doGenerate(), redactor.state.values),
    wrapStream: async ({ doStream }) => {
      const { stream, ...rest } = await doStream()
      return { ...rest, stream: stream.pipeThrough(restoringStream(redactor.state.values)) }
    },
  }
}

class PromptRedactor {
  readonly #options: GuardOptions
  /** As each text was sent; a model's own texts apart, for known placeholders stay in them. */
  readonly #sent = new Map<string, string>()
  #state: RedactionState
  #found: Finding[] = []

  constructor(options: GuardOptions) {
    this.#options = options
    this.#state = options.state ?? NO_REDACTIONS
  }

  get state(): RedactionState {
    return this.#state
  }

  redactPrompt(prompt: Prompt): Prompt {
    this.#found = []
    const redacted = prompt.map((message) => this.#redactMessage(message))
    if (this.#found.length > 0) this.#options.onFindings?.(this.#found)
    return redacted
  }

  #redactMessage(message: Message): Message {
    switch (message.role) {
      case 'system':
        return { ...message, content: this.#redact(message.content) }
      case 'user':
        return { ...message, content: message.content.map((part) => this.#redactPart(part)) }
      case 'assistant':
        return { ...message, content: message.content.map((part) => this.#redactPart(part, true)) }
      case 'tool':
        return { ...message, content: message.content.map((part) => this.#redactPart(part)) }
      default:
        return message satisfies never
    }
  }

  #redactPart<One extends Part>(part: One, isModels = false): One {
    switch (part.type) {
      case 'text':
        return { ...part, text: this.#redact(part.text, isModels) }
      case 'tool-call':
        return { ...part, input: this.#redactValue(part.input, isModels) }
      case 'tool-result':
        return { ...part, output: this.#redactOutput(part.output) }
      case 'file': {
        const { data } = part
        return data.type === 'text' ? { ...part, data: { ...data, text: this.#redact(data.text) } } : part
      }
      default:
        return part
    }
  }

  #redactOutput(output: Output): Output {
    switch (output.type) {
      case 'text':
      case 'error-text':
        return { ...output, value: this.#redact(output.value) }
      case 'json':
      case 'error-json':
        return { ...output, value: this.#redactValue(output.value) }
      case 'content':
        return {
          ...output,
          value: output.value.map((piece) =>
            piece.type === 'text' ? { ...piece, text: this.#redact(piece.text) } : piece,
          ),
        }
      case 'execution-denied':
        return output
      default:
        return output satisfies never
    }
  }

  #redactValue<Value>(value: Value, isModels = false): Value {
    return mapTexts(value, (text) => this.#redact(text, isModels))
  }

  #redact(text: string, isModels = false): string {
    const name = `${isModels ? 'model' : 'input'} ${text}`
    const known = this.#sent.get(name)
    if (known !== undefined) return known
    const { scan, from = 'moderate' } = this.#options
    const findings = findingsFrom(from, scanText(text, scan))
    this.#found.push(...findings)
    const redaction = redactText(this.#state, text, findings, { keepKnownPlaceholders: isModels })
    this.#state = redaction.state
    this.#sent.set(name, redaction.text)
    return redaction.text
  }
}

function mapTexts<Value>(value: Value, change: (text: string) => string): Value
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]))
}

function restoreGenerated(result: Generated, values: RedactionMap): Generated {
  return {
    ...result,
    content: result.content.map((part) => {
      if (part.type === 'text') return { ...part, text: restoreText(part.text, values) }
      return part.type === 'tool-call'
        ? { ...part, input: restoreText(part.input, insideJson(values)) }
        : part
    }),
  }
}

/** Values as they stand inside a JSON text: the arguments of a call are one. */
function insideJson(values: RedactionMap): RedactionMap {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value).slice(1, -1)]),
  )
}

/** Holds back at most the beginning of one placeholder in each text that is open. */
function restoringStream(values: RedactionMap): TransformStream<StreamPart, StreamPart> {
  const open = new Map<string, StreamRestorer>()
  const restorerOf = (id: string, own: RedactionMap): StreamRestorer => {
    const restorer = open.get(id) ?? createStreamRestorer(own)
    open.set(id, restorer)
    return restorer
  }
  return new TransformStream({
    transform: (part, controller) => {
      switch (part.type) {
        case 'text-delta':
        case 'tool-input-delta': {
          const own = part.type === 'text-delta' ? values : insideJson(values)
          const delta = restorerOf(part.id, own).push(part.delta)
          if (delta !== '') controller.enqueue({ ...part, delta })
          return
        }
        case 'text-end':
        case 'tool-input-end': {
          const delta = open.get(part.id)?.end() ?? ''
          open.delete(part.id)
          const type = part.type === 'text-end' ? 'text-delta' : 'tool-input-delta'
          if (delta !== '') controller.enqueue({ type, id: part.id, delta })
          controller.enqueue(part)
          return
        }
        case 'tool-call':
          controller.enqueue({ ...part, input: restoreText(part.input, insideJson(values)) })
          return
        default:
          controller.enqueue(part)
      }
    },
  })
}
