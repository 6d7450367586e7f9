import { createMemo } from '@varve/engine'
import { useSha256 } from '@varve/engine/internal'
import { createDataviewCache, ReadingMemo } from '@varve/workspace'
import type { Store } from '@varve/store'
import type { AppContext } from './app-context.ts'
import type { AppOptions } from './app-options.ts'
import { createShippedAreas } from './areas/workspace-areas.ts'
import { ChatFileQueue } from './chat-files/chat-file-queue.ts'
import { writeDueFiles } from './chat-files/write-due-files.ts'
import { SweepQueue } from './chats/sweep-queue.ts'
import { SWEEP_GRACE, sweepOpenWorkspace } from './chats/sweep-workspace.ts'
import { FailedPages } from './files/failed-pages.ts'
import { AuditJournal } from './guard/audit-journal.ts'
import { ScanCache } from './guard/scan-cache.ts'
import { plainSealer } from './guard/sealer.ts'
import { hashOnce } from './large-texts/large-texts.ts'
import { McpServers } from './mcp/mcp-servers.ts'
import { KeyRing } from './models/key-ring.ts'
import { ModelRegistry } from './models/model-registry.ts'
import { createPacking } from './turn/packing.ts'
import { requestCheck } from './turn/request-check.ts'
import { AppSettings } from './models/app-settings.ts'
import { webSearchAt } from './tools/web/searxng-search.ts'
import { toolNamed } from './tools/tools.ts'
import type { AppEvent, Observer } from './telemetry/app-event.ts'
import { openBuiltInEmbedder } from '@varve/index'

/** What every action works with. */
export function createContext(options: AppOptions, closing: AbortSignal): AppContext {
  useSha256(hashOnce)
  const { clock, newId, models, report, timer = () => performance.now() } = options
  const observe = createObserve(options.observe, report)
  const store = options.observe ? observedStore(options.store, observe, timer) : options.store
  const settings = new AppSettings(options.providers?.settings, options.providers?.config)
  const context: AppContext = {
    clock,
    timer,
    observe,
    newId,
    store,
    models,
    report,
    closing,
    registry: createRegistry(options, closing),
    localModels: options.localModels,
    runner: options.runner,
    memo: createMemo(),
    checkRequests: requestCheck(options.checkRequests),
    live: new Map(),
    chatFiles: new ChatFileQueue({
      run: async (workspaceId, isAgain) =>
        options.chatFiles === 'leave' ? 'written' : writeDueFiles(context, workspaceId, isAgain),
      timer: () => performance.now(),
      closing,
    }),
    sweeps: new SweepQueue({
      run: (workspaceId) => sweepOpenWorkspace(context, workspaceId),
      report,
      grace: SWEEP_GRACE,
      closing,
    }),
    openFolder: options.openFolder,
    openInDatabase: options.openInDatabase,
    opened: new Map(),
    home: options.home ?? '/',
    fetchPage: options.fetchPage,
    settings,
    get webSearch() {
      return webSearchAt(settings.values.webSearch) ?? options.webSearch
    },
    readings: new ReadingMemo(),
    queries: createDataviewCache(),
    packing: createPacking(),
    failedPages: new FailedPages(),
    warm: new Map(),
    sealer: options.sealer ?? plainSealer(),
    scans: new ScanCache(report),
    journal: new AuditJournal(store, options.auditFolder),
    shippedAreas: options.shippedAreas ?? createShippedAreas(),
    areas: new Map(),
    definitions: new Map(),
    fileHashes: new Map(),
    mcp: new McpServers(options.providers?.environment),
    embedder: openBuiltInEmbedder(),
  }
  return context
}

function createRegistry(
  { providers, keySafe, report, runner }: AppOptions,
  closing: AbortSignal,
): ModelRegistry {
  const {
    environment = {},
    catalogue = [],
    fetch = globalThis.fetch,
    local,
    patience,
    config,
  } = providers ?? {}
  const keys = new KeyRing(environment, keySafe)
  return new ModelRegistry({ keys, catalogue, fetch, local, patience, config, report, closing, runner })
}

/** An observer that cannot harm: what it throws is reported once and changes nothing else. */
export function createObserve(observer: Observer | undefined, report: (message: string) => void): Observer {
  if (!observer) return () => undefined
  let isReported = false
  return (event) => {
    try {
      observer(inClosedWords(event))
    } catch (error) {
      if (isReported) return
      isReported = true
      report(`Something that watches over Varve failed; this is said once. ${String(error)}`)
    }
  }
}

/** Tool names may be invented by a model or chosen by an MCP server: telemetry gets none of them. */
function inClosedWords(event: AppEvent): AppEvent {
  if (event.kind !== 'tool-ran' || toolNamed(event.tool)) return event
  return { ...event, tool: 'other' }
}

/** Longer than a disk takes that is well: some milliseconds. */
const SLOW_MILLISECONDS = 250

/** A store that tells of commits which take long. */
function observedStore(store: Store, observe: Observer, timer: () => number): Store {
  return {
    ...store,
    commit: async (statements) => {
      const start = timer()
      await store.commit(statements)
      const milliseconds = timer() - start
      if (milliseconds >= SLOW_MILLISECONDS)
        observe({ kind: 'commit-slow', milliseconds, statements: statements.length })
    },
  }
}
