import type { AnswerPart, AnswerReader } from '../protocols/protocol.ts'
import { UnreadablePiece } from '../protocols/protocol.ts'
import { isObject } from '../wire/json.ts'
import { writeReasoning } from '../wire/reasoning-record.ts'
import type { JsonObject, ProviderEvent } from '../wire/wire.ts'
import { type ErrorContext, readError } from './read-error.ts'
import { TextScanner } from './text-scanner.ts'

export interface ReadOptions {
  readonly reader: AnswerReader
  readonly framing: 'events' | 'lines'
  readonly context: ErrorContext
  readonly signal: AbortSignal
  /** Names of action blocks to find in the text. */
  readonly actions: readonly string[]
  readonly startsThinking: boolean
  /** As in `CacheHooks`: undefined where no diagnosis was asked for. */
  readonly comparesWith: string | null | undefined
}

/** One neutral stream of events from the bytes of an answer. */
export async function* readAnswer(
  body: ReadableStream<Uint8Array>,
  { reader, framing, context, signal, actions, startsThinking, comparesWith }: ReadOptions,
): AsyncGenerator<ProviderEvent> {
  const pieces = framing === 'events' ? new EventSplitter() : new LineSplitter()
  const events = new EventWriter(reader, new TextScanner({ actions, startsThinking }))
  const bytes = body.getReader()
  const decoder = new TextDecoder()
  // An abort takes effect immediately, even if the connection stays open.
  const stop = (): void => void bytes.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const next = await readNext(bytes, signal)
      if (next === 'stopped' || next === 'cut') {
        yield* events.close()
        yield { kind: 'finish', reason: next }
        return
      }
      const texts = next === 'end' ? pieces.end() : pieces.write(decoder.decode(next, { stream: true }))
      for (const text of texts) {
        const read = events.read(text, context)
        yield* read.events
        if (read.isOver) return
      }
      if (next !== 'end') continue
      yield* events.close()
      const { usage, fault, reason, responseId = '', diagnosis } = reader.end()
      if (usage) yield { kind: 'usage', usage }
      if (comparesWith !== undefined && responseId !== '')
        yield {
          kind: 'response',
          id: responseId,
          ...(comparesWith !== null && diagnosis ? { diagnosis } : {}),
        }
      if (fault === undefined) yield { kind: 'finish', reason }
      else yield { kind: 'error', error: readError(`the model ended its answer with ${fault}`, context) }
      return
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // Nobody waits for this: an aborted connection may never answer.
    stop()
  }
}

async function readNext(
  bytes: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<Uint8Array | 'end' | 'cut' | 'stopped'> {
  if (signal.aborted) return 'stopped'
  try {
    const { done, value } = await bytes.read()
    if (signal.aborted) return 'stopped'
    return done ? 'end' : value
  } catch {
    // The connection broke in the middle of an answer: what came is kept, and the finish says that it is not whole.
    return signal.aborted ? 'stopped' : 'cut'
  }
}

/** Makes events of the pieces of an answer. */
class EventWriter {
  readonly #reader: AnswerReader
  readonly #scanner: TextScanner
  #hasThought = false

  constructor(reader: AnswerReader, scanner: TextScanner) {
    this.#reader = reader
    this.#scanner = scanner
  }

  read(
    text: string,
    context: ErrorContext,
  ): { readonly events: readonly ProviderEvent[]; readonly isOver: boolean } {
    const events: ProviderEvent[] = []
    try {
      for (const part of this.#reader.read(parsePiece(text))) events.push(...this.#eventsOf(part))
      return { events, isOver: false }
    } catch (error) {
      return {
        events: [...events, ...this.#scanner.end(), { kind: 'error', error: readError(error, context) }],
        isOver: true,
      }
    }
  }

  #eventsOf(part: AnswerPart): readonly ProviderEvent[] {
    switch (part.kind) {
      case 'text':
        return this.#scanner.write(part.delta)
      case 'reasoning': {
        // Thoughts are paragraphs.
        const before = part.isNew && this.#hasThought ? '\n\n' : ''
        this.#hasThought = true
        return [{ kind: 'reasoning', delta: before + part.delta }]
      }
      case 'tool-call': {
        const { callId, tool, arguments: text } = part
        const call = { kind: 'tool-call', callId, tool, arguments: text === '' ? '{}' : text } as const
        return [...this.#scanner.end(), call]
      }
      default:
        return part satisfies never
    }
  }

  /** What was held back, and what the provider wants back. */
  *close(): Generator<ProviderEvent> {
    yield* this.#scanner.end()
    const items = this.#reader.reasoning?.() ?? []
    if (items.length > 0) yield { kind: 'reasoning', delta: '', opaque: writeReasoning(items) }
  }
}

function parsePiece(text: string): JsonObject {
  const piece = parseObject(text)
  if (!piece) throw new UnreadablePiece(text)
  return piece
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonObject
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The data of server-sent events; a line ends with either or both of two characters. */
class EventSplitter {
  #rest = ''
  #data: string[] = []

  write(text: string): readonly string[] {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?=[^])/)
    this.#rest = lines.pop() ?? ''
    const pieces: string[] = []
    for (const line of lines) {
      if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5))
      if (line === '') pieces.push(...this.#take())
    }
    return pieces
  }

  /** The last event may come without its end. Half of one is a cut connection, not a fault of the server. */
  end(): readonly string[] {
    return [...this.write('\n'), ...this.#take()].filter((piece) => parseObject(piece) !== undefined)
  }

  #take(): readonly string[] {
    const piece = this.#data.join('\n')
    this.#data = []
    return piece === '' || piece === DONE ? [] : [piece]
  }
}

const DONE = '[DONE]'

/** Lines of JSON. */
class LineSplitter {
  #rest = ''

  write(text: string): readonly string[] {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    return lines.filter((line) => line.trim() !== '')
  }

  end(): readonly string[] {
    return parseObject(this.#rest) ? [this.#rest] : []
  }
}
