import { join } from 'node:path'
import type { ToolDefinition } from '@varve/engine'
import {
  findInPart,
  NO_REDACTIONS,
  type RedactionState,
  redactText,
  restoreText,
  RULE_VERSION,
  scanText,
  toldIn,
} from '@varve/guard'
import { parseStorePlace, readStore, type Store, StoreError, type WorkspaceRecord } from '@varve/store'
import type { SearchIndex } from '@varve/index'
import { AppError, toAppError } from '../app-error.ts'
import { type GuardPolicy, isHiddenUnasked, requireGuardPolicy } from '../guard/guard-policy.ts'
import { runTool } from '../tools/run-tool.ts'
import type { ToolCall } from '../tools/tool.ts'
import { toolDefinitions } from '../tools/tool-definitions.ts'
import { openDatabaseFiles } from '../files/open-database-files.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'
import { readTrust } from '../trust/trust.ts'
import { untilReady } from '../files/control-index.ts'
import type { WorkspaceFiles } from '../files/workspace-files.ts'
import { SHARED_TOOLS, type SharedRun } from '../mcp/serve/shared-tools.ts'
import { notFound, requireWorkspace } from '../workspaces/named-workspaces.ts'
import { workspaceAround } from '../workspaces/workspace-around.ts'
import { LISTED } from '../files/workspace-settings.ts'
import type { Clock } from '../clock.ts'
import { appendToJournal, type JournalEntry, journalWriter } from '../guard/audit-journal.ts'
import { openDatabase } from './open-database.ts'
import { scanOptions } from '../guard/scan-cache.ts'

interface GuardedText {
  readonly text: string
  /** How many of what were replaced. */
  readonly redacted: { readonly [type: string]: number }
}

/** Stands between a workspace and one assistant: a value has the same placeholder as long as they talk. */
class OutgoingGuard {
  #state: RedactionState = NO_REDACTIONS

  /** Nobody can be asked: what a person would be asked about is replaced, unless the workspace sends it always. */
  redact(text: string, policy: GuardPolicy, around: readonly string[] = []): GuardedText {
    try {
      const options = scanOptions(policy)
      const told = around.flatMap((one) => toldIn(one, scanText(one, options)))
      const findings = findInPart(text, scanText(text, options), told).filter((finding) =>
        isHiddenUnasked(finding, policy),
      )
      const counts = new Map<string, number>()
      for (const { type } of findings) counts.set(type, (counts.get(type) ?? 0) + 1)
      const redacted = redactText(this.#state, text, findings)
      this.#state = redacted.state
      return { text: redacted.text, redacted: Object.fromEntries(counts) }
    } catch (error) {
      throw new AppError('guard-failed', 'The guard could not scan this. Nothing has been given.', {
        cause: error,
      })
    }
  }

  /** The assistant knows placeholders only, also in a path or a search. */
  restore(args: unknown): unknown {
    if (typeof args === 'string') return restoreText(args, this.#state.values)
    if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
    return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, this.restore(value)]))
  }
}

export interface SharedWorkspaceOptions extends WorkspaceWanted, ToShareOptions {}

export interface SharedCall extends ToolCall {
  /** What the assistant calls itself. */
  readonly assistant: string
  readonly signal: AbortSignal
}

export interface SharedAnswer {
  readonly text: string
  readonly isError: boolean
}

/** A workspace as other assistants are shown it: under its guard, and every look written down. */
export interface SharedWorkspace {
  readonly name: string
  readonly tools: readonly ToolDefinition[]
  readonly call: (call: SharedCall) => Promise<SharedAnswer>
  readonly close: () => Promise<void>
}

/** So long a call waits for files that were never read before. */
const INDEX_MILLISECONDS = 10_000

/** Opens it beside a Varve that may be running on the same data. */
export async function openSharedWorkspace(options: SharedWorkspaceOptions): Promise<SharedWorkspace> {
  try {
    const { store, write } = await openToShare(options)
    try {
      const record = await chooseWorkspace(store, options)
      const shared = new Shared(options, {
        store,
        write,
        record,
        opened: await openFiles(store, record, options),
      })
      return {
        // The guard is before its name as well.
        name: await shared.guardedName(),
        tools: toolDefinitions(SHARED_TOOLS),
        call: shared.call,
        close: shared.close,
      }
    } catch (error) {
      await store.close()
      throw error
    }
  } catch (error) {
    throw toAppError(error)
  }
}

function openFiles(
  store: Store,
  { id, kind, root, name }: WorkspaceRecord,
  { dataFolder, clock, newId }: SharedWorkspaceOptions,
): Promise<WorkspaceFiles> {
  const parts = { dataFolder, clock, newId }
  if (kind === 'database') return openDatabaseFiles({ ...parts, store, workspaceId: id })
  if (root !== undefined) return openFolderFiles({ ...parts, root, watch: true })
  throw new AppError('workspace-not-found', `The workspace "${name}" has no files that can be opened here.`)
}

interface SharedParts extends OpenedToShare {
  readonly record: WorkspaceRecord
  readonly opened: WorkspaceFiles
}

class Shared {
  readonly #options: SharedWorkspaceOptions
  readonly #parts: SharedParts
  readonly #guard = new OutgoingGuard()
  #index: Promise<SearchIndex> | undefined

  constructor(options: SharedWorkspaceOptions, parts: SharedParts) {
    this.#options = options
    this.#parts = parts
  }

  async guardedName(): Promise<string> {
    const { store, record } = this.#parts
    return this.#guard.redact(record.name, await requireGuardPolicy(store, record.id)).text
  }

  readonly call = async (call: SharedCall): Promise<SharedAnswer> => {
    try {
      return await this.#answer(call)
    } catch (error) {
      call.signal.throwIfAborted()
      return { text: toAppError(error).message, isError: true }
    }
  }

  readonly close = async (): Promise<void> => {
    const index = await this.#index?.catch(() => undefined)
    await index?.close()
    await this.#parts.store.close()
  }

  async #answer({ tool, arguments: args, assistant, signal }: SharedCall): Promise<SharedAnswer> {
    const { store, write, record } = this.#parts
    // Read each time: a stricter rule holds from the next call on.
    const policy = await requireGuardPolicy(store, record.id)
    const given = this.#guard.restore(args)
    const outcome = await runTool({ tool, arguments: given }, this.#run(signal), SHARED_TOOLS)
    const { text, redacted } = this.#guard.redact(outcome.text, policy, outcome.around)
    const isError = outcome.isError ?? false
    const detail = {
      tool: tool.slice(0, 50),
      redacted,
      rules: RULE_VERSION,
      ...(isError ? { failed: true } : {}),
    }
    // Before it is given: what could not be written down is not.
    await write(record.id, {
      at: this.#options.clock.now(),
      actor: `mcp: ${assistant.replace(/[^\p{L}\p{N} ._/-]/gu, '').slice(0, 60)}`,
      action: 'mcp-serve',
      detail,
    })
    return { text, isError }
  }

  #run(signal: AbortSignal): SharedRun {
    const { store, record, opened } = this.#parts
    return {
      workspaceId: record.id,
      files: opened.files,
      index: () => this.#openIndex(),
      readArtifact: () => Promise.resolve(undefined),
      isReadable: () => undefined,
      ask: () => Promise.reject(new AppError('not-confirmed', 'Nobody can be asked here.')),
      signal,
      now: this.#options.clock.now(),
      // Who asks may be anywhere: files that stay on this machine are not for them.
      audience: 'cloud',
      trust: () => readTrust(store, record.id),
    }
  }

  #openIndex(): Promise<SearchIndex> {
    this.#index ??= this.#parts.opened.openIndex().catch((error: unknown) => {
      this.#index = undefined
      throw error
    })
    return this.#index.then(async (index) => {
      await untilReady(index, INDEX_MILLISECONDS)
      return index
    })
  }
}

interface WorkspaceWanted {
  /** An id, a name or a folder; where one is, else the only one, where it is left out. */
  readonly workspace?: string | undefined
  /** Where the program was started. */
  readonly cwd: string
}

/** The workspace that is meant; one that was taken out of the list is none. */
async function chooseWorkspace(
  { workspaces, settings }: Pick<Store, 'workspaces' | 'settings'>,
  { workspace, cwd }: WorkspaceWanted,
): Promise<WorkspaceRecord> {
  const all = await workspaces.list()
  const isListed = await Promise.all(all.map(async ({ id }) => (await settings.get(id, LISTED)) !== 'no'))
  const listed = all.filter((_, index) => isListed[index])
  if (workspace !== undefined) return requireWorkspace(listed, workspace)
  const around = workspaceAround(listed, cwd) ?? (listed.length === 1 ? listed[0] : undefined)
  if (around) return around
  throw notFound('Say which workspace is meant with --workspace, by its id, name or folder:', listed)
}

interface ToShareOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
  readonly processId: number
}

type Write = (workspaceId: string, entry: JournalEntry) => Promise<void>

interface OpenedToShare {
  readonly store: Store
  readonly write: Write
}

/**
 * A file of a database is open to one writer, which is Varve itself: it is only read here, and the audit goes into a
 * journal that Varve takes over. A PostgreSQL has room for both.
 */
async function openToShare(options: ToShareOptions): Promise<OpenedToShare> {
  const { database, dataFolder, clock, newId, processId } = options
  const place = parseStorePlace(database)
  if (place.kind === 'dump') throw new AppError('message-invalid', 'A backup of a server cannot be opened.')
  if (place.kind === 'postgres') {
    const store = await openDatabase(database, clock.now())
    const write: Write = (workspaceId, { actor, ...entry }) =>
      store.commit([store.audit.append({ ...entry, workspaceId, actor })])
    return { store, write }
  }
  const message = 'The database was opened to be read.'
  const refuse: Store['commit'] = (statements) =>
    statements.length === 0 ? Promise.resolve() : Promise.reject(new StoreError('failed', message))
  const writer = journalWriter(processId, newId())
  const folder = join(dataFolder, 'audit')
  return {
    store: { ...(await readStore(place)), readOnly: message, commit: refuse },
    write: (workspaceId, entry) => appendToJournal({ folder, workspaceId, writer }, entry),
  }
}
