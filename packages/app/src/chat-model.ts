import type { Message, ModelSpec } from '@varve/engine'
import type { SourceView } from './views.ts'

export type ModelEvent =
  | { readonly kind: 'text'; readonly delta: string }
  /** After an abort the stream ends without it. */
  | { readonly kind: 'finish'; readonly sources: readonly SourceView[] }

/** A model that can be asked: what the planner must know, and how it answers. */
export interface ChatModel {
  readonly spec: ModelSpec
  readonly name: string
  readonly label: string
  readonly answer: (messages: readonly Message[], signal: AbortSignal) => AsyncIterable<ModelEvent>
}
