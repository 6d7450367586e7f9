import {
  buildRequest,
  type CallInput,
  type CatalogueModel,
  loadTokenizer,
  modelSpecOf,
  type ProviderEvent,
  sendRequest,
} from '@varve/providers'
import { AppError } from '../app-error.ts'
import type { AnswerOptions, ChatModel, ModelCall, ModelEvent } from '../chat-model.ts'
import { failureWords } from './failure-words.ts'
import type { KeyRing } from './key-ring.ts'
import { locationOf, providerName } from './provider-info.ts'

export interface ProviderCalls {
  readonly keys: KeyRing
  readonly fetch: typeof globalThis.fetch
}

/** A model of the catalogue as one that can be asked. Its key is looked up for each call and kept nowhere. */
export async function providerChatModel(model: CatalogueModel, calls: ProviderCalls): Promise<ChatModel> {
  const tokenizer = await loadTokenizer(model)
  return {
    spec: { ...modelSpecOf(model, tokenizer), layout: 'auto' },
    name: model.name,
    label: labelOf(model),
    catalogue: model,
    build: (call) => buildRequest(inputOf(model, call)),
    answer: (call, options) => ask(model, calls, call, options),
  }
}

export function labelOf(model: CatalogueModel): string {
  const name = providerName(model.provider)
  return locationOf(model) === 'local' ? `${name}, on this machine` : name
}

function inputOf(model: CatalogueModel, { conversationId, messages, tools, marks }: ModelCall): CallInput {
  return { model, messages, tools, cache: { key: conversationId, marks } }
}

async function* ask(
  model: CatalogueModel,
  { keys, fetch }: ProviderCalls,
  call: ModelCall,
  { signal, wire }: AnswerOptions,
): AsyncGenerator<ModelEvent> {
  const key = keys.find(model)
  const events = sendRequest(inputOf(model, call), {
    // A redirect could carry the key to another host.
    fetch: (target, init) => fetch(target, { ...init, redirect: 'error' }),
    signal,
    ...(key === undefined ? {} : { key }),
    ...(wire ? { request: wire } : {}),
  })
  for await (const event of events) yield* translate(model, event)
}

function* translate(model: CatalogueModel, event: ProviderEvent): Generator<ModelEvent> {
  switch (event.kind) {
    case 'text':
    case 'reasoning':
    case 'usage':
      yield event
      break
    case 'action':
      yield { kind: 'text', delta: event.raw }
      break
    case 'tool-call':
      yield { kind: 'warning', message: `The model asked for the tool "${event.tool}"; it has none.` }
      break
    case 'error':
      throw new AppError('provider-failed', failureWords(model, event.error))
    case 'finish':
      yield* translateFinish(model, event)
      break
    default:
      event satisfies never
  }
}

function* translateFinish(
  model: CatalogueModel,
  { reason }: Extract<ProviderEvent, { kind: 'finish' }>,
): Generator<ModelEvent> {
  switch (reason) {
    case 'stopped':
      return
    case 'cut':
      throw new AppError(
        'provider-failed',
        `The connection to ${providerName(model.provider)} broke before the answer was whole. What came is kept.`,
      )
    case 'length':
      yield { kind: 'warning', message: 'The answer ends early: the model reached its output limit.' }
      break
    case 'filtered':
      yield { kind: 'warning', message: 'The provider withheld the rest of this answer.' }
      break
    case 'stop':
    case 'tool-calls':
      break
    default:
      reason satisfies never
  }
  yield { kind: 'finish', sources: [] }
}
