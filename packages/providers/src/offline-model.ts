import type { Message } from '@varve/engine'
import { composeAnswer, type OfflineSource } from './offline/compose-answer.ts'
import { readRequest } from './offline/read-request.ts'

const WORDS_PER_CHUNK = 3

/** A run without blanks is cut, so that a chunk is always small. */
const LONGEST_CHUNK = 60

export type OfflineEvent =
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'finish'; readonly text: string; readonly sources: readonly OfflineSource[] }

export interface OfflineOptions {
  readonly signal?: AbortSignal
  /** The pause between two pieces of text; passed in by tests. */
  readonly wait?: (milliseconds: number) => Promise<void>
}

export interface OfflineModel {
  readonly id: 'offline'
  readonly name: string
  readonly label: string
  /** Tokens. */
  readonly window: number
  readonly reservedOutput: number
  /**
   * Answers by quoting the request. The deltas put together are the text of `finish`; after an abort the
   * stream ends with no `finish`.
   */
  answer(messages: readonly Message[], options?: OfflineOptions): AsyncIterable<OfflineEvent>
}

const PAUSE_MILLISECONDS = 12

/** The built-in model: extracts with their sources, no language model, no network, the same answer every time. */
export const offlineModel: OfflineModel = {
  id: 'offline',
  name: 'Offline',
  label: 'offline: extracts, no language model',
  window: 128_000,
  reservedOutput: 2_000,
  answer,
}

async function* answer(
  messages: readonly Message[],
  { signal, wait = pause }: OfflineOptions = {},
): AsyncGenerator<OfflineEvent> {
  if (signal?.aborted) return
  const request = readRequest(messages)
  const { text: whole, sources } = composeAnswer(request)
  const said = request.isContinued ? lastAnswer(messages) : ''
  const text = whole.startsWith(said) ? whole.slice(said.length) : whole
  for (const delta of streamChunks(text)) {
    if (signal?.aborted) return
    yield { kind: 'text', delta }
    await wait(PAUSE_MILLISECONDS)
  }
  if (signal?.aborted) return
  yield { kind: 'finish', text, sources }
}

function lastAnswer(messages: readonly Message[]): string {
  const { parts = [] } = messages.findLast(({ role }) => role === 'assistant') ?? {}
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

/** The text in small pieces that put together give it back exactly. */
function* streamChunks(text: string): Generator<string> {
  const pattern = new RegExp(String.raw`(?:\s*\S{1,${LONGEST_CHUNK}}){1,${WORDS_PER_CHUNK}}\s*`, 'gu')
  for (const [chunk] of text.matchAll(pattern)) yield chunk
}
