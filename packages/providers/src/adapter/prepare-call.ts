import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { ProviderError } from '../provider-error.ts'
import type { WireProtocol, WireRequest, JsonObject, Loss } from '../wire/wire.ts'
import type { CallInput } from './call-input.ts'
import { callOptions } from './call-options.ts'
import { LossList } from './loss-list.ts'
import { ollamaBody } from './ollama-body.ts'
import { openOllama } from './open-ollama.ts'
import { type Recorded, recordingFetch } from './recording-fetch.ts'
import { rewriteBody } from './rewrite-body.ts'
import { type Endpoint, sdkModel } from './sdk-model.ts'

export interface OpenOptions {
  readonly endpoint: Omit<Endpoint, 'fetch'> & { readonly fetch?: Endpoint['fetch'] }
  readonly signal?: AbortSignal
  readonly onRequest: (request: WireRequest) => void
}

/** A call with everything converted: opening it sends it, or only records it where no fetch is given. */
export interface PreparedCall {
  readonly open: (options: OpenOptions) => Promise<ReadableStream<LanguageModelV4StreamPart>>
}

export async function prepareCall(input: CallInput): Promise<PreparedCall> {
  const { model } = input
  const { protocol } = model
  const losses = new LossList()
  if (protocol === 'offline')
    throw new ProviderError({
      code: 'bad-request',
      provider: model.provider,
      message: `${model.name} answers inside this program; there is no request`,
    })
  const open = protocol === 'ollama' ? await prepareOllama(input, losses) : await prepareSdk(input, losses)
  return {
    open: ({ endpoint, signal, onRequest }) => {
      const fetch = recordingFetch({
        provider: model.provider,
        rewrite: rewriteBody(input),
        onRecord: (recorded) =>
          onRequest(wireRequest(protocol, endpoint.baseUrl, recorded, losses.toArray())),
        ...(endpoint.fetch ? { send: endpoint.fetch } : {}),
      })
      return open({ ...endpoint, fetch }, signal)
    },
  }
}

type Open = (
  endpoint: Endpoint,
  signal: AbortSignal | undefined,
) => Promise<ReadableStream<LanguageModelV4StreamPart>>

async function prepareSdk(input: CallInput, losses: LossList): Promise<Open> {
  const options = await callOptions(input, losses)
  return async (endpoint, signal) => {
    const model = sdkModel(input.model, endpoint)
    const { stream } = await model.doStream({ ...options, ...(signal ? { abortSignal: signal } : {}) })
    return stream
  }
}

async function prepareOllama(input: CallInput, losses: LossList): Promise<Open> {
  const bodyText = JSON.stringify(await ollamaBody(input, losses))
  const calls = input.messages.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'tool-call'))
  return (endpoint, signal) =>
    openOllama({ endpoint, bodyText, callsBefore: calls.length, ...(signal ? { signal } : {}) })
}

/** The parsed body is made only when someone looks at it: most requests are only sent. */
function wireRequest(
  protocol: WireProtocol,
  baseUrl: string,
  { url, bodyText }: Recorded,
  losses: readonly Loss[],
): WireRequest {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  const { pathname, search } = new URL(url)
  let parsed: JsonObject | undefined
  return {
    protocol,
    method: 'POST',
    path: url.startsWith(base) ? url.slice(base.length) : `${pathname}${search}`,
    bodyText,
    losses,
    get body() {
      parsed ??= JSON.parse(bodyText) as JsonObject
      return parsed
    },
  }
}
