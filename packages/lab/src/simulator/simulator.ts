import type { CacheProfile, Tokenizer } from '@varve/engine'
import type { JsonObject, WireProtocol } from '@varve/providers'
import type { ProfileId } from './cache/model-profile.ts'
import type { SimulatedUsage } from './dialect/dialect.ts'
import type { Scenario, ScenarioName } from './script/scenario.ts'

export interface SimulationOptions {
  /** Milliseconds; lifetimes and times in answers follow it. */
  readonly clock: () => number
  readonly tokenizer: Tokenizer
  /** A model's own, where it is not `tokenizer`. */
  readonly tokenizerOf?: (model: string) => Tokenizer | undefined
  /** What happens to the next model calls, in order; after them the model answers like the offline model. */
  readonly scenarios?: readonly (Scenario | ScenarioName)[]
  /** Cache rules in place of the default ones. */
  readonly profiles?: Readonly<Partial<Record<ProfileId, CacheProfile>>>
  /** More models than are known by name, with the cache rules that hold for them. */
  readonly models?: Readonly<Record<string, ProfileId>>
  /** Prompts above this are refused as too long. */
  readonly windowTokens?: number
  /** The window that Ollama tells of its models. */
  readonly localWindowTokens?: number
  /** How many of the latest requests are kept; all where it is left out. */
  readonly keepRequests?: number
}

export interface SimulatorOptions extends SimulationOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly hostname?: string
}

/** What came of a request: `cut` by the scenario, `aborted` by the client. */
export type RequestOutcome = 'open' | 'answered' | 'rejected' | 'dropped' | 'cut' | 'aborted'

/** A request as it was received. Keys are taken out before anything is kept. */
export interface RecordedRequest {
  readonly at: number
  readonly method: string
  /** With its query, without the key. */
  readonly path: string
  /** Content type and the versions and betas asked for; nothing that identifies anyone. */
  readonly headers: Readonly<Record<string, string>>
  readonly bodyText: string
  readonly body?: JsonObject
  readonly protocol?: WireProtocol
  readonly model?: string
  /** The HTTP status; 0 where the connection was closed without one. */
  readonly status: number
  readonly outcome: RequestOutcome
  /** What was reported, in one form over all providers; present where the model was reached. */
  readonly usage?: SimulatedUsage
}

export interface Simulator {
  /** Without a slash at its end. Base URLs: `/v1` (OpenAI, Anthropic), `/v1beta` (Gemini), `` (Ollama). */
  readonly url: string
  readonly requests: readonly RecordedRequest[]
  /** Adds to the scenarios that are still to come. */
  play(...scenarios: readonly (Scenario | ScenarioName)[]): void
  close(): Promise<void>
}
