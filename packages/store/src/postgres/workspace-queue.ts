import { StoreError } from '../store-error.ts'
import type { Batch } from '../writer/writer-protocol.ts'

type Commit = (batch: Batch) => Promise<void>

/**
 * Keeps batches of one workspace in the order of the calls, one at a time, and lets those of different ones
 * go on beside each other: a busy workspace holds one connection, not all of them.
 */
export class WorkspaceQueue {
  readonly #commit: Commit
  readonly #last = new Map<string, Promise<void>>()
  #isClosed = false

  constructor(commit: Commit) {
    this.#commit = commit
  }

  commit(batch: Batch): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StoreError('closed', 'The database is closing.'))
    const workspaces = new Set(batch.map(({ workspaceId }) => workspaceId ?? ''))
    const before = [...workspaces].flatMap((id) => this.#last.get(id) ?? [])
    const done = Promise.all(before).then(() => this.#commit(batch))
    // What fails is told to its caller; those behind it go on.
    const settled: Promise<void> = done.catch(() => undefined).then(() => this.#forget(workspaces, settled))
    for (const id of workspaces) this.#last.set(id, settled)
    return done
  }

  /** Waits for what was accepted; nothing more is. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#last.values())
  }

  #forget(workspaces: ReadonlySet<string>, settled: Promise<void>): void {
    for (const id of workspaces) if (this.#last.get(id) === settled) this.#last.delete(id)
  }
}
