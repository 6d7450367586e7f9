import type { Message, ModelSpec, ToolDefinition } from '@varve/engine'
import type { CatalogueModel, ReportedUsage, WireRequest } from '@varve/providers'
import type { SourceView } from './views.ts'

export type ModelEvent =
  | { readonly kind: 'text'; readonly delta: string }
  /** `opaque` is what the provider wants back to take up this reasoning again. */
  | { readonly kind: 'reasoning'; readonly delta: string; readonly opaque?: string }
  | { readonly kind: 'usage'; readonly usage: ReportedUsage }
  /** Something that the reader of the answer should know; the answer goes on. */
  | { readonly kind: 'warning'; readonly message: string }
  /** After an abort the stream ends without it. */
  | { readonly kind: 'finish'; readonly sources: readonly SourceView[] }

/** One request to a model, before it has the form of any provider. */
export interface ModelCall {
  /** Names what is shared between calls to the provider's cache. */
  readonly conversationId: string
  readonly messages: readonly Message[]
  readonly tools: readonly ToolDefinition[]
  /** Indices of the blocks after which a cache mark stands. */
  readonly marks: readonly number[]
}

export interface AnswerOptions {
  readonly signal: AbortSignal
  /** What `build` gave for this call: if other bytes would go out, none do. */
  readonly wire?: WireRequest | undefined
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
  /** Fails with an `AppError` that says what the provider said. */
  readonly answer: (call: ModelCall, options: AnswerOptions) => AsyncIterable<ModelEvent>
}
