import type { Hash } from '@varve/engine/internal'
import type { McpConnection } from './mcp-connection.ts'
import type { McpEnvironment } from './open-transport.ts'

/** The connections of the app, each of one workspace and of one form of an entry. */
export class McpServers {
  readonly environment: McpEnvironment
  /** Sign-ins in progress, by workspace and entry. */
  readonly #signIns = new Map<string, AbortController>()
  readonly #connections = new Map<string, Map<Hash, Promise<McpConnection>>>()
  #isClosed = false

  constructor(environment: McpEnvironment = {}) {
    this.environment = environment
  }

  /** The connection of an entry, made by the first caller. */
  async connection(
    workspaceId: string,
    hash: Hash,
    make: () => Promise<McpConnection>,
  ): Promise<McpConnection> {
    const own = this.#connections.get(workspaceId) ?? new Map<Hash, Promise<McpConnection>>()
    this.#connections.set(workspaceId, own)
    const known = own.get(hash)
    if (known) return known
    const making = make()
    own.set(hash, making)
    // What could not be made now may be made later.
    making.catch(() => own.delete(hash))
    const connection = await making
    if (this.#isClosed) await connection.close()
    return connection
  }

  /** The signal of a new sign-in, which ends an earlier one of the same server. */
  beginSignIn(workspaceId: string, hash: Hash): AbortSignal {
    const place = `${workspaceId} ${hash}`
    this.#signIns.get(place)?.abort()
    const controller = new AbortController()
    this.#signIns.set(place, controller)
    return controller.signal
  }

  /** Ends every other connection of a workspace, whose entry was changed, removed or is no longer trusted. */
  async keepOnly(workspaceId: string, hashes: ReadonlySet<Hash>): Promise<void> {
    const own = this.#connections.get(workspaceId)
    const others = [...(own ?? [])].filter(([hash]) => !hashes.has(hash))
    for (const [hash] of others) own?.delete(hash)
    await closeAll(others.map(([, connection]) => connection))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const controller of this.#signIns.values()) controller.abort()
    await closeAll([...this.#connections.values()].flatMap((own) => [...own.values()]))
  }
}

async function closeAll(connections: readonly Promise<McpConnection>[]): Promise<void> {
  const made = await Promise.allSettled(connections)
  await Promise.all(made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.close()] : [])))
}
