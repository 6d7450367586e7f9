import type { Memo } from '@varve/engine/internal'
import type { Store } from '@varve/store'
import type { DataviewCache, ReadingMemo } from '@varve/workspace'
import type { AskedState } from './turn/asked-state.ts'
import type { Packing } from './turn/packing.ts'
import type { RequestCheck } from './turn/request-check.ts'
import type { ChatFileQueue } from './chat-files/chat-file-queue.ts'
import type { LiveAnswer } from './turn/live-answer.ts'
import type { ChatModel } from './models/chat-model.ts'
import type { ScanCache } from './guard/scan-cache.ts'
import type { AuditJournal } from './guard/audit-journal.ts'
import type { Sealer } from './guard/sealer.ts'
import type { ReadDefinitions } from './definitions/known-definition.ts'
import type { KnownAreas, ShippedAreas } from './areas/known-areas.ts'
import type { LocalModels } from './local-models/local-models.ts'
import type { McpServers } from './mcp/mcp-servers.ts'
import type { ModelRegistry } from './models/model-registry.ts'
import type { ModelRunner } from './models/model-runner.ts'
import type { Observer } from './telemetry/app-event.ts'
import type { FailedPages } from './files/failed-pages.ts'
import type { OpenedWorkspace, WorkspaceFiles } from './files/workspace-files.ts'
import type { SweepQueue } from './chats/sweep-queue.ts'
import type { AppSettings } from './models/app-settings.ts'
import type { WebSearch } from './tools/web/web-search.ts'
import type { PageFetch } from './files/page-fetch.ts'
import type { Clock } from './clock.ts'
import type { OpenedEmbedder } from '@varve/index'

/** A state in memory, with this turn open. */
export interface WarmState extends AskedState {
  readonly turnId: string
}

/** A folder that is a workspace. */
export interface FolderPlace {
  readonly workspaceId: string
  readonly root: string
}

/** What a file held when it was of this size and time. */
export interface KnownHash {
  readonly bytes: number
  readonly modified: number
  readonly hash: string
}

/** What every action works with. Made once, by `createApp`. */
export interface AppContext {
  readonly clock: Clock
  /** Milliseconds from any start, for how long something takes. */
  readonly timer: () => number
  /** Receives telemetry events; by default nothing listens. */
  readonly observe: Observer
  readonly newId: () => string
  readonly store: Store
  /** Models inside this program. The first is the default. */
  readonly models: readonly ChatModel[]
  /** The models of providers, and their keys. */
  readonly registry: ModelRegistry
  /** Models of the user's own; absent where there can be none. */
  readonly localModels: LocalModels | undefined
  /** What runs models of the user's own; absent where none can be kept. */
  readonly runner: ModelRunner | undefined
  readonly memo: Memo
  /** Checks every request of a chat when it is planned; violations are reported with the turn. */
  readonly checkRequests: RequestCheck
  /** Says what went wrong where no one waits for an answer. */
  readonly report: (message: string) => void
  /** Aborts when the app closes: what waits, waits no longer. */
  readonly closing: AbortSignal
  /** Answers that are being written, by id. */
  readonly live: Map<string, LiveAnswer>
  /** When chats are written to their files. */
  readonly chatFiles: ChatFileQueue
  /** When texts that nothing refers to are swept. */
  readonly sweeps: SweepQueue
  /** Opens the files of a workspace and the index over them. */
  readonly openFolder: (folder: FolderPlace) => Promise<WorkspaceFiles>
  /** Opens the files of a workspace that is in the database; absent where there can be none. */
  readonly openInDatabase: ((workspaceId: string) => Promise<WorkspaceFiles>) | undefined
  /** Workspaces whose files are open, by id. */
  readonly opened: Map<string, Promise<OpenedWorkspace>>
  /** Where a choice of folders begins. */
  readonly home: string
  /** The guarded way to the web; absent where pages are not to be read. */
  readonly fetchPage: PageFetch | undefined
  /** The settings of Varve as a whole. */
  readonly settings: AppSettings
  /** Searches the web; absent unless one was plugged in. */
  readonly webSearch: WebSearch | undefined
  /** PDFs and pictures that were read lately. */
  readonly readings: ReadingMemo
  readonly queries: DataviewCache
  readonly packing: Packing
  readonly failedPages: FailedPages
  /** States of chats that were used lately, by workspace and chat; storage has them all. */
  readonly warm: Map<string, WarmState>
  /** Seals what is behind placeholders. */
  readonly sealer: Sealer
  readonly scans: ScanCache
  /** What other programs wrote down for the audit. */
  readonly journal: AuditJournal
  readonly shippedAreas: ShippedAreas
  /** Areas of guidance by workspace. */
  readonly areas: Map<string, KnownAreas>
  /** Agents, skills, templates and projects by workspace. */
  readonly definitions: Map<string, ReadDefinitions>
  /** Hashes of files by workspace and path, with the size and time at which they had them. */
  readonly fileHashes: Map<string, KnownHash>
  /** Servers of others that are connected, by workspace. */
  readonly mcp: McpServers
  /** The model of embeddings that comes with Varve; its thread starts at the first use. */
  readonly embedder: OpenedEmbedder
}
