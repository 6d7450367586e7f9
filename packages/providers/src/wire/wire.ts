import type { JsonValue } from '@varve/engine/internal'

export type WireProtocol = 'openai-responses' | 'openai-chat' | 'anthropic' | 'gemini' | 'ollama'

export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** One cacheable piece of a body, in the order in which the provider reads it: tools, system, messages. */
export interface WireBlock {
  readonly role: string
  readonly kind: 'tools' | 'text' | 'image' | 'tool-call' | 'tool-result' | 'reasoning'
  /** The bytes that make this piece what it is; equal text is an equal piece to a cache. */
  readonly text: string
  readonly tokens: number
  /** An explicit cache mark is after this piece. */
  readonly marked: boolean
}

/** What a converter could not express. */
export interface Loss {
  readonly what: string
  readonly why: string
}

/** A request as it goes over the wire, without any key. */
export interface WireRequest {
  readonly protocol: WireProtocol
  readonly method: 'POST'
  /** Below the base URL, with its query. */
  readonly path: string
  /** The parsed body. */
  readonly body: JsonObject
  /** The exact bytes of the body. */
  readonly bodyText: string
  readonly losses: readonly Loss[]
}

/** Tokens of one call in one form over all providers: `input` is cached + written + uncached. */
export interface ReportedUsage {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly uncached: number
  readonly output: number
  /** Part of `output`. */
  readonly reasoning: number
}

/** Why a provider could not reuse all of an earlier request, in its own words. */
export interface CacheDiagnosis {
  /** `unknown` where it could not compare. */
  readonly found: 'same' | 'changed' | 'unknown'
  /** As the provider names it, e.g. `tools_changed`. */
  readonly reason?: string
  /** Its estimate of the tokens that would have come from the cache. */
  readonly missedTokens?: number
}

export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'filtered' | 'cut' | 'stopped'

export type ProviderErrorCode =
  | 'bad-request'
  | 'unauthorized'
  | 'not-found'
  | 'too-large'
  | 'rate-limited'
  | 'overloaded'
  | 'server-error'
  | 'network'
  /** It took the request and then sent nothing for too long. */
  | 'silent'
  | 'aborted'
  | 'bad-response'
  | 'bad-catalogue'

/** An error as data: nothing in it holds a secret. */
export interface ProviderErrorData {
  readonly code: ProviderErrorCode
  readonly provider: string
  readonly message: string
  /** The HTTP status, where there was an answer. */
  readonly status?: number
  /** The provider's own name of the error, where it gave one. */
  readonly providerCode?: string
  /** Seconds that the provider asked to wait. */
  readonly retryAfterSeconds?: number
}

/**
 * What a model says, in one form over all providers. A stream ends with exactly one `finish`, or with
 * one `error` where the provider refused or failed; what came before stays valid.
 */
export type ProviderEvent =
  | { readonly kind: 'text'; readonly delta: string }
  | {
      readonly kind: 'reasoning'
      readonly delta: string
      /**
       * What the provider wants back to take up this reasoning again (signatures, encrypted items); at most
       * one event of a stream carries it, after all other reasoning. It belongs to the whole of the reasoning.
       */
      readonly opaque?: string
    }
  | {
      readonly kind: 'tool-call'
      readonly callId: string
      readonly tool: string
      /** JSON text, as received. */
      readonly arguments: string
    }
  | {
      /** An action block such as `<writeFile path="…">…</writeFile>` found in text. */
      readonly kind: 'action'
      readonly name: string
      readonly attributes: Readonly<Record<string, string>>
      readonly text: string
      /** The whole block as it was received, for the answer that is stored. */
      readonly raw: string
    }
  | { readonly kind: 'usage'; readonly usage: ReportedUsage }
  /** Where a diagnosis was asked for: the provider's id of this response, and what it found. */
  | { readonly kind: 'response'; readonly id: string; readonly diagnosis?: CacheDiagnosis }
  | { readonly kind: 'finish'; readonly reason: FinishReason }
  | { readonly kind: 'error'; readonly error: ProviderErrorData }
