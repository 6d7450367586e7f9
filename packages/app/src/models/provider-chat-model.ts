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
import { EARLY_END_WARNINGS } from './ends-early.ts'
import type { KeyRing } from './key-ring.ts'
import type { ModelRunner } from './model-runner.ts'
import { locationOf, providerName } from './provider-info.ts'
import { rememberCounts } from './remember-counts.ts'
import { type AnswerErrorCode, LOCAL_PROVIDER } from '@varve/contract'

/** How providers word it that a prompt exceeds the window; most of them answer 400 to that. */
const TOO_LONG =
  /context[ _-]?(length|window)|(prompt|input|request)[^.]{0,60}\btoo (long|large)|maximum (prompt|context|number of tokens)|exceeds? the (maximum|limit|context)|token (count|limit)[^.]{0,40}exceed/i

export interface ProviderCalls {
  readonly keys: KeyRing
  readonly fetch: typeof globalThis.fetch
  readonly patience?: Patience | undefined
  /** What runs models of the user's own. */
  readonly runner?: ModelRunner | undefined
}

/** A model of the catalogue as one that can be asked. Its key is looked up for each call and kept nowhere. */
export async function providerChatModel(model: CatalogueModel, calls: ProviderCalls): Promise<ChatModel> {
  const tokenizer = rememberCounts(await loadTokenizer(model))
  return {
    spec: modelSpecOf(model, tokenizer),
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
  const { comparesWith } = call
  return {
    model,
    messages,
    tools,
    cache: {
      key: conversationId,
      marks,
      ...(longMarks === undefined ? {} : { longMarks }),
      ...(cachedContent ? { cachedContent } : {}),
      ...(comparesWith === undefined ? {} : { comparesWith }),
    },
    ...(settings ? { settings } : {}),
    ...(getImage ? { getImage } : {}),
  }
}

async function* ask(
  model: CatalogueModel,
  { keys, fetch, patience = DEFAULT_PATIENCE, runner }: ProviderCalls,
  call: ModelCall,
  { signal, wire, workspaceId }: AnswerOptions,
): AsyncGenerator<ModelEvent> {
  requireCleared(call, model.id)
  const key = keys.find(model)
  let isObjectGone = false
  let resent: WireRequest | undefined
  let silence: ProviderErrorData | undefined
  const reach = runner?.fetchFor(model, call, workspaceId) ?? fetch
  const patient = patientFetch(reach, patience, ({ data }) => {
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
    case 'response':
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
      yield { kind: 'warning', notice: EARLY_END_WARNINGS['output-limit'] }
      break
    case 'filtered':
      yield { kind: 'warning', notice: EARLY_END_WARNINGS.withheld }
      break
    case 'stop':
    case 'tool-calls':
      break
    default:
      reason satisfies never
  }
  yield { kind: 'finish', sources: [] }
}

/** The kind of failure, from the provider's message. */
export function failureCode({ code, message, providerCode }: ProviderErrorData): AnswerErrorCode {
  switch (code) {
    case 'unauthorized':
      return 'key-rejected'
    case 'rate-limited':
      return 'rate-limited'
    case 'overloaded':
    case 'server-error':
      return 'overloaded'
    case 'network':
      return 'unreachable'
    case 'silent':
      return 'silent'
    case 'too-large':
      return 'too-long'
    case 'not-found':
      return 'model-gone'
    case 'bad-request':
      return TOO_LONG.test(`${providerCode ?? ''} ${message}`) ? 'too-long' : 'refused'
    case 'aborted':
    case 'bad-response':
    case 'bad-catalogue':
      return 'failed'
    default:
      return code satisfies never
  }
}

/** What a provider refused or failed with, and what helps, in a sentence or two. There is no secret in it. */
export function failureWords(model: CatalogueModel, error: ProviderErrorData): string {
  const name = providerName(model.provider)
  const { code, status, message } = error
  if (model.provider === LOCAL_PROVIDER) return message
  // The host only: an address in a user's file may hold a password.
  const { host } = new URL(model.baseUrl)
  const said = status === undefined ? `${name}: ${message}` : `${name} answered ${status}: ${message}`
  const sentence = /[.!?]$/.test(said) ? said : `${said}.`
  switch (code) {
    case 'unauthorized':
      return `${sentence} Check the key of ${name}.`
    case 'rate-limited':
      return `${sentence} ${waitWords(error)}`
    case 'overloaded':
    case 'server-error':
      return `${sentence} This is on the side of ${name}; try again later.`
    case 'too-large':
      return `${sentence} Attach less, or take a model with a larger window.`
    case 'network':
      if (isBrokenOff(message)) return `${name} at ${host} closed the connection before it answered.`
      return locationOf(model) === 'local'
        ? `${name} does not answer at ${host} (${message}). Is it running?`
        : `${name} cannot be reached at ${host} (${message}).`
    case 'silent':
      return `${name} ${message}, so Varve stopped waiting.`
    case 'bad-request':
    case 'not-found':
    case 'aborted':
    case 'bad-response':
    case 'bad-catalogue':
      return sentence
    default:
      return code satisfies never
  }
}

/** There was a connection, and the other side ended it: it can be reached. */
function isBrokenOff(message: string): boolean {
  return /other side closed|socket hang up|UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(message)
}

function waitWords({ retryAfterSeconds }: ProviderErrorData): string {
  if (retryAfterSeconds === undefined) return 'Try again later.'
  const seconds = Math.ceil(retryAfterSeconds)
  return `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
}
