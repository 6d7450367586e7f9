import {
  buildRequest,
  type CallInput,
  type CatalogueModel,
  DEFAULT_PATIENCE,
  loadTokenizer,
  modelSpecOf,
  type Patience,
  patientFetch,
  type ProviderErrorData,
  type ProviderEvent,
  sendRequest,
  type WireRequest,
} from '@varve/providers'
import type { AnswerOptions, ChatModel, ModelCall, ModelEvent } from './chat-model.ts'
import { requireCleared } from './cleared-calls.ts'
import { failureCode } from './failure-code.ts'
import { failureWords } from './failure-words.ts'
import { EARLY_END_WARNINGS } from '../messages/ends-early.ts'
import type { KeyRing } from '../providers/key-ring.ts'
import { locationOf, providerName } from '../providers/provider-info.ts'
import { rememberCounts } from './remember-counts.ts'

export interface ProviderCalls {
  readonly keys: KeyRing
  readonly fetch: typeof globalThis.fetch
  readonly patience?: Patience | undefined
}

/** A model of the catalogue as one that can be asked. Its key is looked up for each call and kept nowhere. */
export async function providerChatModel(model: CatalogueModel, calls: ProviderCalls): Promise<ChatModel> {
  const tokenizer = rememberCounts(await loadTokenizer(model))
  return {
    spec: { ...modelSpecOf(model, tokenizer), layout: 'auto' },
    name: model.name,
    label: labelOf(model),
    catalogue: model,
    build: (call) => buildRequest(callInput(model, call)),
    answer: (call, options) => ask(model, calls, call, options),
  }
}

export function labelOf(model: CatalogueModel): string {
  const name = providerName(model.provider)
  return locationOf(model) === 'local' ? `${name}, on this machine` : name
}

/** Everything that the body of a call is built from. */
export function callInput(model: CatalogueModel, call: ModelCall): CallInput {
  const { conversationId, messages, tools, marks, longMarks, cachedContent, settings, getImage } = call
  return {
    model,
    messages,
    tools,
    cache: {
      key: conversationId,
      marks,
      ...(longMarks === undefined ? {} : { longMarks }),
      ...(cachedContent ? { cachedContent } : {}),
    },
    ...(settings ? { settings } : {}),
    ...(getImage ? { getImage } : {}),
  }
}

async function* ask(
  model: CatalogueModel,
  { keys, fetch, patience = DEFAULT_PATIENCE }: ProviderCalls,
  call: ModelCall,
  { signal, wire }: AnswerOptions,
): AsyncGenerator<ModelEvent> {
  requireCleared(call, model.id)
  const key = keys.find(model)
  let isObjectGone = false
  let resent: WireRequest | undefined
  let silence: ProviderErrorData | undefined
  const patient = patientFetch(fetch, patience, ({ data }) => {
    silence = data
  })
  const events = sendRequest(callInput(model, call), {
    // A redirect could carry the key to another host.
    fetch: (target, init) => patient(target, { ...init, redirect: 'error' }),
    signal,
    ...(key === undefined ? {} : { key }),
    ...(wire ? { request: wire } : {}),
    onCachedContentGone: () => {
      isObjectGone = true
    },
    onRequest: (request) => {
      if (isObjectGone) resent = request
    },
  })
  for await (const event of events) {
    if (resent) yield { kind: 'resent', wire: resent }
    resent = undefined
    // A stream that was given up looks like one that broke.
    const isGivenUp = silence !== undefined && event.kind === 'finish' && event.reason === 'cut'
    yield* translate(model, isGivenUp && silence ? { kind: 'error', error: silence } : event)
  }
}

function* translate(model: CatalogueModel, event: ProviderEvent): Generator<ModelEvent> {
  switch (event.kind) {
    case 'text':
    case 'reasoning':
    case 'usage':
    case 'tool-call':
      yield event
      break
    case 'action':
      yield { kind: 'text', delta: event.raw }
      break
    case 'error':
      yield { kind: 'failed', code: failureCode(event.error), message: failureWords(model, event.error) }
      break
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
      yield {
        kind: 'failed',
        code: 'cut',
        message: `The connection to ${providerName(model.provider)} broke before the answer was whole. What came is kept.`,
      }
      return
    case 'length':
      yield { kind: 'warning', message: EARLY_END_WARNINGS['output-limit'] }
      break
    case 'filtered':
      yield { kind: 'warning', message: EARLY_END_WARNINGS.withheld }
      break
    case 'stop':
    case 'tool-calls':
      break
    default:
      reason satisfies never
  }
  yield { kind: 'finish', sources: [] }
}
