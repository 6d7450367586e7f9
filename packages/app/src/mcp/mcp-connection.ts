import { setTimeout as sleep } from 'node:timers/promises'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import type { McpEntry, McpServerEntry } from '../tools/mcp-entry.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { offeredTools, type OfferedTools } from './offered-tools.ts'
import { type McpEnvironment, openTransport, type TransportOptions } from './open-transport.ts'
import { type McpResult, resultSchema } from './result-text.ts'

/** Detects a server that sends too much: more than so many messages in so many milliseconds. */
class FloodGate {
  readonly #most: number
  readonly #window: number
  readonly #timer: () => number
  #since = 0
  #count = 0

  constructor({ most, window, timer }: FloodGateOptions) {
    this.#most = most
    this.#window = window
    this.#timer = timer
  }

  /** Counts one; true where it is one too many. */
  isTooMuch(): boolean {
    const now = this.#timer()
    if (now - this.#since > this.#window) {
      this.#since = now
      this.#count = 0
    }
    this.#count += 1
    return this.#count > this.#most
  }
}

/** Looser than the protocol: each tool is judged by itself, so that a wrong one is left out alone. */
const pageSchema = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().max(10_000).optional().catch(undefined),
})

/** `sign-in`: its user has to sign in first, or again. */
export type ConnectionState = 'idle' | 'connecting' | 'ready' | 'sign-in' | 'failed'

export interface McpConnectionOptions {
  readonly server: McpServerEntry
  readonly cwd: string
  readonly environment: McpEnvironment
  readonly timer: () => number
  /** What signing in gave; undefined where nobody has. */
  readonly signIn?: (() => Promise<OAuthClientProvider | undefined>) | undefined
  /** What it offered when it was last connected. */
  readonly remembered?: OfferedTools | undefined
  /** Called with a list that differs from the previous one. */
  readonly onOffered: (offered: OfferedTools) => void
}

/** One trusted server: connected at first use, and again after a disconnect. */
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
   * The current tools for a message that can't wait long. A known list is returned immediately while a newer
   * one is requested for the next message.
   */
  async offeredSoon(patience: 'wait' | 'hurry'): Promise<OfferedTools | undefined> {
    const isFresh = this.#state === 'ready' && !this.#isStale
    const isResting = this.#options.timer() - this.#failedAt < MCP_LIMITS.retryAfter
    if (isFresh || isResting || this.#isClosed) return this.#offered
    // The state reports the failure.
    const renewed = this.#renew().catch(() => undefined)
    const wait = this.#offered === undefined ? MCP_LIMITS.firstList : this.#isStale ? MCP_LIMITS.newList : 0
    if (patience === 'wait' && wait > 0) await orAfter(renewed, wait)
    return this.#offered
  }

  /** Calls a tool by its server's name for it. Fails with an `AppError` that may be shown to the model. */
  async call(tool: string, args: JsonRecord, signal: AbortSignal): Promise<McpResult> {
    const client = await this.connect()
    signal.throwIfAborted()
    try {
      const limits = { timeout: MCP_LIMITS.call, maxTotalTimeout: MCP_LIMITS.call, signal }
      const params = { name: tool, arguments: { ...args } }
      return await client.request({ method: 'tools/call', params }, resultSchema, limits)
    } catch (error) {
      signal.throwIfAborted()
      if (await this.#isSignedOut(error, client)) throw this.#failure(new SignInNeeded())
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
      if (failure.cause instanceof SignInNeeded) this.#state = 'sign-in'
      this.#problem = failure.message
      throw failure
    })
    return this.#live
  }

  /** Why signing in did not work. */
  refuse(problem: string): void {
    if (this.#state === 'sign-in') this.#problem = problem
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

  /** What was given when its user signed in is no longer taken, and can't be renewed. */
  async #isSignedOut(error: unknown, client: Client): Promise<boolean> {
    if (hasOwnKey(this.server.entry) || !(await isUnauthorized(error))) return false
    await this.#drop(client)
    this.#state = 'sign-in'
    this.#problem = this.#failure(new SignInNeeded()).message
    return true
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
    const { entry } = this.server
    const { client, connect } = await openClient({
      ...this.#options,
      entry,
      signIn: hasOwnKey(entry) ? undefined : await this.#options.signIn?.(),
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
      if (!hasOwnKey(entry) && (await isUnauthorized(error))) throw new SignInNeeded()
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
    if (error instanceof SignInNeeded)
      return new AppError('mcp-failed', `The MCP server "${this.server.name}" asks you to sign in.`, {
        cause: error,
      })
    const reason = error instanceof Error ? error.message : String(error)
    const words = reason.toWellFormed().replace(/\s+/g, ' ').slice(0, 300)
    return new AppError('mcp-failed', `The MCP server "${this.server.name}" failed: ${words}`, {
      cause: error,
    })
  }
}

class SignInNeeded extends Error {}

/** An entry that brings a key is told that it is wrong; nobody is asked to sign in instead. */
function hasOwnKey(entry: McpEntry): boolean {
  return (
    entry.kind === 'stdio' ||
    Object.keys(entry.headers).some((name) => name.toLowerCase() === 'authorization')
  )
}

async function isUnauthorized(error: unknown): Promise<boolean> {
  const { UnauthorizedError } = await import('@modelcontextprotocol/sdk/client/auth.js')
  return (
    error instanceof UnauthorizedError || (error instanceof Error && 'code' in error && error.code === 401)
  )
}

type JsonRecord = { readonly [name: string]: unknown }

async function orAfter(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const waiting = new AbortController()
  const timeout = sleep(milliseconds, undefined, { signal: waiting.signal }).catch(() => undefined)
  await Promise.race([work, timeout])
  waiting.abort()
}

/** All tools of a server, page by page, and no further than a list can sensibly be. */
async function listTools(client: Client): Promise<readonly unknown[]> {
  if (!client.getServerCapabilities()?.tools) return []
  const tools: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MCP_LIMITS.pages; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const limits = { timeout: MCP_LIMITS.list, maxTotalTimeout: MCP_LIMITS.list }
    const answer = await client.request({ method: 'tools/list', params }, pageSchema, limits)
    tools.push(...answer.tools.slice(0, 10 * MCP_LIMITS.tools))
    cursor = answer.nextCursor
    // A server that leads in a circle is left where it began to.
    if (cursor === undefined || cursor === '' || seen.has(cursor)) return tools
    seen.add(cursor)
  }
  return tools
}

interface FloodGateOptions {
  readonly most: number
  /** Milliseconds. */
  readonly window: number
  readonly timer: () => number
}

interface ClientOptions extends TransportOptions {
  /** The server says that its tools are others now. */
  readonly onChanged: () => void
  readonly onClosed: () => void
}

interface OpenedClient {
  readonly client: Client
  readonly connect: () => Promise<void>
}

/** A client for one connection. It declares nothing: a server can ask neither for a model nor for the user's folders. */
async function openClient(options: ClientOptions): Promise<OpenedClient> {
  const { timer, onBroken, onChanged, onClosed } = options
  const [{ Client }, { ToolListChangedNotificationSchema }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  const transport = await openTransport(options)
  const client = new Client({ name: 'varve', version: '1' })
  const gate = new FloodGate({ most: MCP_LIMITS.messages, window: MCP_LIMITS.messageWindow, timer })
  let isBroken = false
  const breakOff = (reason: string): void => {
    if (isBroken) return
    isBroken = true
    // A program that behaves like this is not asked to end.
    if ('pid' in transport && transport.pid !== null) kill(transport.pid)
    onBroken(reason)
  }
  const count = (): void => {
    if (gate.isTooMuch()) breakOff('It talks without end.')
  }
  // Set before the client takes the transport over: it calls them and then its own.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no events, only these properties
  transport.onmessage = count
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no events, only these properties
  transport.onerror = (error: Error) => {
    if (/exceeded maximum size/.test(error.message))
      breakOff(`It said more than ${MCP_LIMITS.messageBytes} bytes at once.`)
    else count()
  }
  client.setNotificationHandler(ToolListChangedNotificationSchema, onChanged)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no events, only these properties
  client.onclose = onClosed
  return { client, connect: () => client.connect(transport, { timeout: MCP_LIMITS.connect }) }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
