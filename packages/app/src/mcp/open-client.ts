import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { FloodGate } from './flood-gate.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { openTransport, type TransportOptions } from './open-transport.ts'

export interface ClientOptions extends TransportOptions {
  /** The server says that its tools are others now. */
  readonly onChanged: () => void
  readonly onClosed: () => void
}

export interface OpenedClient {
  readonly client: Client
  readonly connect: () => Promise<void>
}

/** A client for one connection. It declares nothing: a server can ask neither for a model nor for the user's folders. */
export async function openClient(options: ClientOptions): Promise<OpenedClient> {
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
