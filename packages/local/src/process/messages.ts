import type { Prompt } from '../prompt/prompt.ts'
import type { StateHeader } from '../states/sealed-file.ts'

/** What the process that computes is told, and what it tells. One thing is done at a time. */
export type ToProcess =
  | ({ readonly kind: 'load' } & LoadRequest)
  | ({ readonly kind: 'read'; readonly id: number } & ReadRequest)
  | ({ readonly kind: 'save'; readonly id: number } & SaveRequest)
  | { readonly kind: 'embed'; readonly id: number; readonly texts: readonly string[] }
  /** Ends what is under way; it answers as always. */
  | { readonly kind: 'stop'; readonly id: number }

export interface LoadRequest {
  /** The runtime, as a file address. */
  readonly runtime: string
  readonly modelPath: string
  readonly threads: number
  /** Tokens. */
  readonly context: number
  /** `auto` takes what is installed and works; `false` the processor alone. */
  readonly gpu: 'auto' | false
  readonly flashAttention: 'auto' | false
  /**
   * A private folder, in memory where there is one: states are plain there for a moment. Without one the model makes
   * vectors of texts and answers nothing.
   */
  readonly scratch?: string
}

export interface StatePlace {
  readonly path: string
  readonly key: Uint8Array
}

export interface ReadRequest {
  readonly prompt: Prompt
  /** What to begin with, in place of what is in memory. */
  readonly restore?: StatePlace
  /** Without it the prompt is only read. */
  readonly generate?: Generation
}

export interface Generation {
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly seed?: number
  readonly stop: readonly string[]
  readonly toolChoice: 'auto' | 'none' | 'required'
  /** The answer is JSON by this schema. */
  readonly schema?: unknown
  /** Gives how likely each token was to be the first. */
  readonly probabilities?: boolean
}

export interface SaveRequest {
  readonly place: StatePlace
  readonly header: StateHeader
}

export type FromProcess =
  | ({ readonly kind: 'loaded' } & LoadedModel)
  | { readonly kind: 'progress'; readonly id: number; readonly read: number; readonly of: number }
  | { readonly kind: 'text'; readonly id: number; readonly delta: string }
  | ({ readonly kind: 'done'; readonly id: number } & ReadResult)
  | { readonly kind: 'saved'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'vectors'; readonly id: number; readonly vectors: readonly Float32Array[] }
  | {
      readonly kind: 'failed'
      /** Absent while loading. */
      readonly id?: number
      readonly code: ProcessFault
      readonly message: string
    }

export type ProcessFault = 'too-long' | 'no-memory' | 'no-runtime' | 'bad-model' | 'bad-request' | 'failed'

export interface LoadedModel {
  readonly context: number
  /** What computes: `cpu`, or a graphics card by what drives it. */
  readonly backend: 'cpu' | 'metal' | 'cuda' | 'vulkan'
  readonly threads: number
  /** Bytes that model and context take. */
  readonly memory: number
  /** The runtime and its version, as states depend on it. */
  readonly runtime: string
  /** The template lets requests append. */
  readonly appends: boolean
}

export interface ReadResult {
  readonly promptTokens: number
  /** Tokens that were not read again. */
  readonly cachedTokens: number
  readonly outputTokens: number
  readonly finish: 'stop' | 'length' | 'tool-calls' | 'stopped'
  readonly calls: readonly { readonly name: string; readonly arguments: string }[]
  /** How many tokens there are up to the end of each part of the prompt; the first stands for the tools. */
  readonly ends: readonly (readonly number[])[]
  /** What memory holds now of prompt and answer. */
  readonly heldTokens: number
  /** The name of the answer, for the next prompt; absent where none was whole. */
  readonly answerLink?: string
  readonly milliseconds: { readonly restore: number; readonly read: number; readonly first: number }
  /** The state that was to be restored is unusable. */
  readonly isStateBroken: boolean
  readonly probabilities?: readonly (readonly [token: number, probability: number])[]
}
