import type { Message, ModelSpec, ToolDefinition } from '@varve/engine'
import type {
  CachedContent,
  CallSettings,
  CatalogueModel,
  ProviderEvent,
  ReportedUsage,
  WireRequest,
} from '@varve/providers'
import type { AnswerErrorCode, Notice, SourceView } from '@varve/contract'

export type ModelEvent =
  | { readonly kind: 'text'; readonly delta: string }
  /** `opaque` is what the provider wants back to take up this reasoning again. */
  | { readonly kind: 'reasoning'; readonly delta: string; readonly opaque?: string }
  | {
      readonly kind: 'tool-call'
      readonly callId: string
      readonly tool: string
      /** JSON, as it was received. */
      readonly arguments: string
    }
  | { readonly kind: 'usage'; readonly usage: ReportedUsage }
  | Extract<ProviderEvent, { readonly kind: 'response' }>
  /** Something that the reader of the answer should know; the answer continues. */
  | { readonly kind: 'warning'; readonly notice: Notice }
  /** The provider refused the cache object that the request named: this one went out instead. */
  | { readonly kind: 'resent'; readonly wire: WireRequest }
  /** The model does not answer, or not to the end; nothing comes after this. */
  | { readonly kind: 'failed'; readonly code: AnswerErrorCode; readonly message: string }
  /** After an abort the stream ends without it. */
  | { readonly kind: 'finish'; readonly sources: readonly SourceView[] }

/** One request to a model, before it has the form of any provider. */
export interface ModelCall {
  /** Names what is shared between calls to the provider's cache. */
  readonly conversationId: string
  readonly messages: readonly Message[]
  readonly tools: readonly ToolDefinition[]
  /** Indices of the blocks followed by a cache mark. */
  readonly marks: readonly number[]
  /** How many of the marks, from the front, ask for the longer lifetime. */
  readonly longMarks?: number
  readonly cachedContent?: CachedContent
  /** The response to the call before, by the provider's id; `null` before the first. Absent for a call apart from the chat. */
  readonly comparesWith?: string | null
  /** The bytes of a picture by its hash. */
  readonly getImage?: (hash: string) => Promise<Uint8Array | undefined>
  /** Names the epoch of the chat: within it requests only append. Absent for a call apart from the chat. */
  readonly epoch?: string
  /** As the chat wants them; what a model does not take is not sent. */
  readonly settings?: CallSettings
}

export interface AnswerOptions {
  readonly signal: AbortSignal
  /** What `build` gave for this call: if other bytes would go out, none do. */
  readonly wire?: WireRequest | undefined
  /** Whose chat it is. */
  readonly workspaceId?: string | undefined
}

/** A model that can be asked: what the planner must know, and how it answers. */
export interface ChatModel {
  readonly spec: ModelSpec
  readonly name: string
  readonly label: string
  /** Absent for a model inside this program. */
  readonly catalogue?: CatalogueModel
  /** The request as it will go over the wire; absent for a model inside this program. */
  readonly build?: (call: ModelCall) => Promise<WireRequest>
  /** What a provider refuses or fails with is an event and no error. */
  readonly answer: (call: ModelCall, options: AnswerOptions) => AsyncIterable<ModelEvent>
}
