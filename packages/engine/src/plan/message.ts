import type { ImageReference } from '../artifact/artifact.ts'

export type MessageRole = 'system' | 'user' | 'assistant' | 'tool'

/** One piece of a message. Providers' converters map these and report what they cannot express. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly image: ImageReference }
  | { readonly kind: 'tool-call'; readonly callId: string; readonly tool: string; readonly arguments: string }
  | { readonly kind: 'tool-result'; readonly callId: string; readonly tool: string; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string; readonly model: string; readonly opaque?: string }

/** A neutral message, always in parts form; no two neighbours share a role. */
export interface Message {
  readonly role: MessageRole
  readonly parts: readonly Part[]
}

/** A tool as a model sees it. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: { readonly [name: string]: unknown }
}
