import type { Store } from '@varve/store'
import type { AppContext } from './app-context.ts'
import type { Clock } from './clock.ts'
import type { ChatModel } from './models/chat-model.ts'
import type { KeySafe } from './models/key-safe.ts'
import type { LocalModels } from './local-models/local-models.ts'
import type { ModelRunner } from './models/model-runner.ts'
import type { Observer } from './telemetry/app-event.ts'
import type { ProviderOptions } from './models/provider-options.ts'
import type { ShippedAreas } from './areas/known-areas.ts'
import type { Sealer } from './guard/sealer.ts'
import type { RequestChecking } from './turn/request-check.ts'

/** What an app is put together from. */
export interface AppOptions {
  readonly clock: Clock
  readonly newId: () => string
  readonly store: Store
  /** Models inside this program. The first is the default. */
  readonly models: readonly ChatModel[]
  /** Without it there are no other models. */
  readonly providers?: ProviderOptions | undefined
  /** Models of the user's own; without it there can be none. */
  readonly localModels?: LocalModels | undefined
  /** What runs models of the user's own; without it there are none. */
  readonly runner?: ModelRunner | undefined
  /** Without it keys live in memory only. */
  readonly keySafe?: KeySafe | undefined
  /** Shared by apps of one process; each has its own where it is left out. */
  readonly shippedAreas?: ShippedAreas | undefined
  /** Without it what was redacted cannot be restored by the next run. */
  readonly sealer?: Sealer | undefined
  readonly openFolder: AppContext['openFolder']
  /** Without it no workspace in the database can be made or opened. */
  readonly openInDatabase?: AppContext['openInDatabase']
  /** Where a choice of folders begins. */
  readonly home?: string | undefined
  /** Without it no page of the web is read. */
  readonly fetchPage?: AppContext['fetchPage']
  /** A search engine of the user's; there is none by default. */
  readonly webSearch?: AppContext['webSearch']
  /** Where other programs write down what they gave away; without it there are none. */
  readonly auditFolder?: string | undefined
  /** `leave`: files of chats are only read; what is due stays due. */
  readonly chatFiles?: 'write' | 'leave' | undefined
  /** Says what went wrong where no one waits for an answer. */
  readonly report: (message: string) => void
  /** Checks each message's requests against the engine's rules; a violation is reported with it, or fails. [E-3] */
  readonly checkRequests?: RequestChecking | undefined
  /** Receives telemetry events, in numbers and ids. */
  readonly observe?: Observer | undefined
  /** In place of the machine's own. */
  readonly timer?: (() => number) | undefined
}
