import type { Message, ToolDefinition } from '@varve/engine'
import type { CatalogueModel, ReasoningEffort } from '../catalogue/catalogue-model.ts'
import type { JsonObject, Loss } from '../wire/wire.ts'

/** Settings of a chat or an agent; each is sent only if the model supports it, else it is a loss. */
export interface CallSettings {
  readonly temperature?: number
  readonly maxOutputTokens?: number
  readonly reasoningEffort?: ReasoningEffort
  /** Ollama's `num_ctx`; the model's window where it is left out. */
  readonly contextTokens?: number
  /** The format of the answer, for a program that reads it; plain text if absent. */
  readonly format?: OutputFormat
  /** A call of a tool that the model must make: any, or the one of this name. */
  readonly toolChoice?: ToolChoice
}

export type ToolChoice = 'required' | { readonly name: string }

export type OutputFormat =
  /** Any JSON. */
  | { readonly kind: 'json' }
  /** JSON that matches this schema. */
  | {
      readonly kind: 'schema'
      readonly name: string
      readonly description?: string
      readonly schema: JsonObject
      readonly strict?: boolean
    }

/** An explicit cache object that replaces the first blocks of a request, and its tools. */
export interface CachedContent {
  /** As the provider names it, e.g. `cachedContents/abc`. */
  readonly name: string
  /** How many blocks of the messages it holds. */
  readonly blocks: number
}

/** What a request does for the provider's cache; each is used only where the model's metadata says so. */
export interface CacheHooks {
  /** One for each shared prefix: usually the conversation. */
  readonly key?: string
  /** Indices of the blocks (message parts, numbered throughout) followed by a mark. */
  readonly marks?: readonly number[]
  /** How many of the marks, from the front, ask for the longer lifetime; Ollama has no marks, and takes it with 0. */
  readonly longMarks?: number
  readonly cachedContent?: CachedContent
  /**
   * The response to an earlier request, by the provider's id: the provider is asked why its cache could not reuse that
   * request. `null` where there is none yet.
   */
  readonly comparesWith?: string | null
}

/** Everything that a body is built from. */
export interface CallInput {
  readonly model: CatalogueModel
  readonly messages: readonly Message[]
  readonly tools: readonly ToolDefinition[]
  readonly settings?: CallSettings
  readonly cache?: CacheHooks
  /** The bytes of a picture by its hash; without them it becomes a line of text. */
  readonly getImage?: (hash: string) => Promise<Uint8Array | undefined>
}

/** Collects what a converter could not express; the same loss many times over is one line with its count. */
export class LossList {
  readonly #counts = new Map<string, { readonly loss: Loss; count: number }>()

  add(what: string, why: string): void {
    const name = `${what}\n${why}`
    const known = this.#counts.get(name)
    if (known) known.count += 1
    else this.#counts.set(name, { loss: { what, why }, count: 1 })
  }

  toArray(): readonly Loss[] {
    return [...this.#counts.values()].map(({ loss, count }) =>
      count === 1 ? loss : { what: `${loss.what} (${count} times)`, why: loss.why },
    )
  }
}
