import type { ToolDefinition } from '@varve/engine'
import { RULE_VERSION } from '@varve/guard'
import type { Store, WorkspaceRecord } from '@varve/store'
import type { SearchIndex } from '@varve/workspace'
import { AppError, toAppError } from '../../app-error.ts'
import { requireGuardPolicy } from '../../guard/guard-policy.ts'
import { runTool } from '../../tools/run-tool.ts'
import type { ToolCall } from '../../tools/tool.ts'
import { toolDefinitions } from '../../tools/tool-definitions.ts'
import { openDatabaseFiles } from '../../workspace/open-database-files.ts'
import { openFolderFiles } from '../../workspace/open-folder-files.ts'
import { readTrust } from '../../trust/trust.ts'
import { untilReady } from '../../workspace/until-ready.ts'
import type { WorkspaceFiles } from '../../workspace/workspace-files.ts'
import { chooseWorkspace, type WorkspaceWanted } from './choose-workspace.ts'
import { type OpenedToShare, openToShare, type ToShareOptions } from './open-to-share.ts'
import { OutgoingGuard } from './outgoing-guard.ts'
import { SHARED_TOOLS, type SharedRun } from './shared-tools.ts'

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
        // The guard stands before its name as well.
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
