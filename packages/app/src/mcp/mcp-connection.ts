import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { AppError } from '../app-error.ts'
import { listTools } from './list-tools.ts'
import type { McpServerEntry } from './mcp-entry.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { offeredTools, type OfferedTools } from './offered-tools.ts'
import { openClient } from './open-client.ts'
import type { McpEnvironment } from './open-transport.ts'
import { type McpResult, resultSchema } from './result-text.ts'

export type ConnectionState = 'idle' | 'connecting' | 'ready' | 'failed'

export interface McpConnectionOptions {
  readonly server: McpServerEntry
  readonly cwd: string
  readonly environment: McpEnvironment
  readonly timer: () => number
  /** What it offered when it was last connected. */
  readonly remembered?: OfferedTools | undefined
  /** Is told of a list that differs from the one before. */
  readonly onOffered: (offered: OfferedTools) => void
}

/** One server that is trusted: connected when it is first needed, and again when it has gone. */
export class McpConnection {
  readonly server: McpServerEntry
  readonly #options: McpConnectionOptions
  #live: Promise<Client> | undefined
  /** Of the connection, or of the attempt to have one. */
  #client: Client | undefined
  #state: ConnectionState = 'idle'
  #offered: OfferedTools | undefined
  #problem: string | undefined
  #errorOutput = ''
  #failedAt = Number.NEGATIVE_INFINITY
  /** The server has said that its tools are others now. */
  #isStale = false
  #isClosed = false

  constructor(options: McpConnectionOptions) {
    this.server = options.server
    this.#options = options
    this.#offered = options.remembered
  }

  get state(): ConnectionState {
    return this.#state
  }

  /** What it offered last; undefined where it never did. */
  get offered(): OfferedTools | undefined {
    return this.#offered
  }

  get problem(): string | undefined {
    return this.#problem
  }

  /** The end of what a program said beside the protocol. For the user only: it may hold anything. */
  get errorOutput(): string {
    return this.#errorOutput
  }

  /**
   * What is offered now, for a message that cannot wait long. A known list is given at once, and a newer one is
   * asked for meanwhile: it holds from the next message on.
   */
  async offeredSoon(patience: 'wait' | 'hurry'): Promise<OfferedTools | undefined> {
    const isFresh = this.#state === 'ready' && !this.#isStale
    const isResting = this.#options.timer() - this.#failedAt < MCP_LIMITS.retryAfter
    if (isFresh || isResting || this.#isClosed) return this.#offered
    // How it fails is told by the state.
    const renewed = this.#renew().catch(() => undefined)
    const wait = this.#offered === undefined ? MCP_LIMITS.firstList : this.#isStale ? MCP_LIMITS.newList : 0
    if (patience === 'wait' && wait > 0) await orAfter(renewed, wait)
    return this.#offered
  }

  /** Calls a tool by the name that its server gave it. Fails with an `AppError` that a model can be told. */
  async call(tool: string, args: JsonRecord, signal: AbortSignal): Promise<McpResult> {
    const client = await this.connect()
    signal.throwIfAborted()
    try {
      const limits = { timeout: MCP_LIMITS.call, maxTotalTimeout: MCP_LIMITS.call, signal }
      const params = { name: tool, arguments: { ...args } }
      return await client.request({ method: 'tools/call', params }, resultSchema, limits)
    } catch (error) {
      signal.throwIfAborted()
      // An answer of the server, also one that refuses, leaves the connection what it is.
      if (!(error instanceof Error && error.name === 'McpError')) await this.#drop(client)
      if (this.#client === client) throw this.#failure(error)
      const why = this.#problem ?? this.#failure(error).message
      throw new AppError('mcp-failed', `${why} It is started again at the next call.`, { cause: error })
    }
  }

  /** Connected, at once or after as long as that may take. */
  connect(): Promise<Client> {
    if (this.#isClosed) return Promise.reject(this.#failure(new Error('It is no longer in use.')))
    this.#live ??= this.#open().catch((error: unknown) => {
      this.#live = undefined
      this.#client = undefined
      this.#state = 'failed'
      this.#failedAt = this.#options.timer()
      const failure = this.#failure(error)
      this.#problem = failure.message
      throw failure
    })
    return this.#live
  }

  /** Ends the connection and begins another. */
  async reconnect(): Promise<void> {
    await this.#end()
    await this.connect()
  }

  /** Ends it for good; a program that was started ends with it. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end()
    this.#state = 'idle'
  }

  async #end(): Promise<void> {
    const live = this.#live
    this.#state = 'idle'
    await this.#client?.close()
    const late = await live?.catch(() => undefined)
    await late?.close()
    if (this.#live === live) this.#live = undefined
    this.#client = undefined
  }

  async #renew(): Promise<void> {
    const client = await this.connect()
    if (!this.#isStale) return
    this.#isStale = false
    try {
      await this.#list(client)
    } catch (error) {
      this.#isStale = true
      throw error
    }
  }

  async #open(): Promise<Client> {
    this.#state = 'connecting'
    this.#errorOutput = ''
    let broken: string | undefined
    const { client, connect } = await openClient({
      ...this.#options,
      entry: this.server.entry,
      onErrorOutput: (text) => {
        this.#errorOutput = (this.#errorOutput + text).slice(-MCP_LIMITS.errorOutputCharacters)
      },
      onBroken: (reason) => {
        broken = reason
        if (this.#client !== client) return
        this.#problem = this.#failure(new Error(reason)).message
        void this.#drop(client)
      },
      onChanged: () => {
        this.#isStale = true
      },
      onClosed: () => this.#hasGone(client),
    })
    this.#client = client
    try {
      if (this.#isClosed) throw new Error('It is no longer in use.')
      await connect()
      await this.#list(client)
      this.#state = 'ready'
      this.#problem = undefined
      return client
    } catch (error) {
      await client.close()
      throw broken === undefined ? error : new Error(broken, { cause: error })
    }
  }

  async #list(client: Client): Promise<void> {
    const offered = offeredTools(this.server.name, await listTools(client))
    const isNew = JSON.stringify(offered) !== JSON.stringify(this.#offered)
    this.#offered = offered
    if (isNew) this.#options.onOffered(offered)
  }

  async #drop(client: Client): Promise<void> {
    this.#hasGone(client)
    await client.close()
  }

  /** By itself, in most cases: the next one who needs it starts it again. */
  #hasGone(client: Client): void {
    if (this.#state !== 'ready' || this.#client !== client) return
    this.#live = undefined
    this.#client = undefined
    this.#state = 'idle'
    this.#problem ??= `The MCP server "${this.server.name}" has ended.`
  }

  #failure(error: unknown): AppError {
    if (error instanceof AppError) return error
    const reason = error instanceof Error ? error.message : String(error)
    const words = reason.toWellFormed().replace(/\s+/g, ' ').slice(0, 300)
    return new AppError('mcp-failed', `The MCP server "${this.server.name}" failed: ${words}`, {
      cause: error,
    })
  }
}

type JsonRecord = { readonly [name: string]: unknown }

async function orAfter(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const waiting = new AbortController()
  const timeout = sleep(milliseconds, undefined, { signal: waiting.signal }).catch(() => undefined)
  await Promise.race([work, timeout])
  waiting.abort()
}
