import type { Memo, State } from '@varve/engine'
import type { Store } from '@varve/store'
import type { Folder } from '@varve/workspace'
import type { LiveAnswer } from './answer/live-answer.ts'
import type { ChatModel } from './chat-model.ts'
import type { ModelRegistry } from './models/model-registry.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** A state in memory, and the turn after which it stands. */
export interface WarmState {
  readonly turnNumber: number
  readonly state: State
}

/** What every action works with. Made once, by `createApp`. */
export interface AppContext {
  readonly clock: Clock
  readonly newId: () => string
  readonly store: Store
  /** Models inside this program. The first is the default. */
  readonly models: readonly ChatModel[]
  /** The models of providers, and their keys. */
  readonly registry: ModelRegistry
  readonly memo: Memo
  /** Says what went wrong where no one waits for an answer. */
  readonly report: (message: string) => void
  /** Aborts when the app closes: what waits, waits no longer. */
  readonly closing: AbortSignal
  /** Answers that are being written, by id. */
  readonly live: Map<string, LiveAnswer>
  /** Opened folders, by workspace. */
  readonly folders: Map<string, Folder>
  /** States of chats that were used lately, by workspace and chat; storage has them all. */
  readonly warm: Map<string, WarmState>
  /** Token counts of files by place, size and time. */
  readonly fileTokens: Map<string, number | undefined>
}
