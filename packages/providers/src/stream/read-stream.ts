import {
  InvalidResponseDataError,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
  TypeValidationError,
} from '@ai-sdk/provider'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import { normalizeUsage } from '../usage/normalize-usage.ts'
import type { FinishReason, ProviderEvent } from '../wire/wire.ts'
import { type ErrorContext, readError } from './read-error.ts'
import { ReasoningCollector } from './reasoning-collector.ts'
import { TextScanner } from './text-scanner.ts'

export interface ReadOptions {
  readonly model: CatalogueModel
  readonly context: ErrorContext
  readonly signal: AbortSignal
  /** Names of action blocks to find in the text. */
  readonly actions: readonly string[]
}

/** One neutral stream of events from the parts that a provider package gives. */
export async function* readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { model, context, signal, actions }: ReadOptions,
): AsyncGenerator<ProviderEvent> {
  const reader = stream.getReader()
  const state = {
    scanner: new TextScanner({ actions, startsThinking: model.startsThinking }),
    reasoning: new ReasoningCollector(),
    hasCalls: false,
  }
  try {
    for (;;) {
      const next = await readNext(reader, signal)
      if (next.kind !== 'part') {
        yield* closing(state)
        yield { kind: 'finish', reason: next.kind }
        return
      }
      const { part } = next
      if (part.type === 'error') {
        if (isUnknownEvent(part.error, model)) continue
        yield* state.scanner.end()
        yield { kind: 'error', error: readError(part.error, context) }
        return
      }
      if (part.type === 'finish') {
        yield* closing(state)
        const usage = normalizeUsage(model, part.usage)
        if (usage) yield { kind: 'usage', usage }
        const { unified, raw } = part.finishReason
        if (unified === 'error' && raw !== undefined) {
          yield { kind: 'error', error: readError(`the model ended its answer with ${raw}`, context) }
          return
        }
        yield { kind: 'finish', reason: readFinish(part.finishReason, state.hasCalls) }
        return
      }
      yield* readPart(part, state)
    }
  } finally {
    // Nobody waits for this: an aborted connection may never answer.
    reader.cancel().catch(() => undefined)
  }
}

interface ReadState {
  readonly scanner: TextScanner
  readonly reasoning: ReasoningCollector
  hasCalls: boolean
}

function* readPart(part: LanguageModelV4StreamPart, state: ReadState): Generator<ProviderEvent> {
  const delta = state.reasoning.add(part)
  if (delta !== '') yield { kind: 'reasoning', delta }
  if (part.type === 'text-delta') yield* state.scanner.write(part.delta)
  if (part.type !== 'tool-call' || part.providerExecuted) return
  state.hasCalls = true
  yield* state.scanner.end()
  const { toolCallId: callId, toolName: tool, input } = part
  yield { kind: 'tool-call', callId, tool, arguments: input === '' ? '{}' : input }
}

/** What was held back, and what the provider wants back. */
function* closing({ scanner, reasoning }: ReadState): Generator<ProviderEvent> {
  yield* scanner.end()
  const opaque = reasoning.finish()
  if (opaque !== undefined) yield { kind: 'reasoning', delta: '', opaque }
}

type Next =
  | { readonly kind: 'part'; readonly part: LanguageModelV4StreamPart }
  | { readonly kind: 'cut' }
  | { readonly kind: 'stopped' }

/** An abort is heard at once, also where the stream does not end by it. */
async function readNext(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  signal: AbortSignal,
): Promise<Next> {
  if (signal.aborted) return { kind: 'stopped' }
  let onAbort: (() => void) | undefined
  const aborted = new Promise<Next>((resolve) => {
    onAbort = () => resolve({ kind: 'stopped' })
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([aborted, readPartOrEnd(reader, signal)])
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort)
  }
}

async function readPartOrEnd(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  signal: AbortSignal,
): Promise<Next> {
  try {
    const { done, value } = await reader.read()
    return done || isMissingEnd(value) ? { kind: 'cut' } : { kind: 'part', part: value }
  } catch {
    // The connection broke in the middle of an answer: what came is kept, and the finish says that it is not whole.
    return { kind: signal.aborted ? 'stopped' : 'cut' }
  }
}

/** One package tells an answer without its end as an error without any data. */
function isMissingEnd(part: LanguageModelV4StreamPart): boolean {
  if (part.type !== 'error' || !InvalidResponseDataError.isInstance(part.error)) return false
  return part.error.data === undefined
}

const ANTHROPIC_EVENTS: ReadonlySet<unknown> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
  'error',
])

/** Anthropic adds events over time, and asks its callers to pass over those that they do not know. */
function isUnknownEvent(error: unknown, { protocol }: CatalogueModel): boolean {
  if (protocol !== 'anthropic' || !TypeValidationError.isInstance(error)) return false
  const { value } = error
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  return typeof value.type === 'string' && !ANTHROPIC_EVENTS.has(value.type)
}

function readFinish({ unified }: LanguageModelV4FinishReason, hasCalls: boolean): FinishReason {
  switch (unified) {
    case 'length':
      return 'length'
    case 'content-filter':
      return 'filtered'
    case 'tool-calls':
      return 'tool-calls'
    case 'stop':
    case 'other':
      // Some servers say only that they stopped.
      return hasCalls ? 'tool-calls' : 'stop'
    case 'interrupted':
    case 'error':
      return 'cut'
    default:
      return unified satisfies never
  }
}
