import type { Message, Part, ToolDefinition } from '@varve/engine'
import { afterEach, describe, test } from 'vitest'
import type { ProviderEvent } from '../../wire/wire.ts'
import type { CallInput } from '../../request/call-input.ts'
import { sendRequest, type Transport } from '../send-request.ts'
import { type Capability, CONFORMANCE_ADAPTERS, type ConformanceAdapter } from './conformance-adapters.ts'
import { type ScriptedReply, ScriptedServer } from './scripted-server.ts'

/** A key that must be found nowhere. */
export const KEY = 'sk-canary-7f3a9c51d2e8b604'
export const JSON_HEADERS = { 'content-type': 'application/json' }

export const TOOLS: readonly ToolDefinition[] = [
  {
    name: 'readNote',
    description: 'Reads a note',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  { name: 'listNotes', description: 'Lists notes', parameters: { type: 'object', properties: {} } },
]

export const text = (value: string): Part => ({ kind: 'text', text: value })

const LONG = 'All of this stands in the library and is long enough to be cached. '.repeat(200)

export const QUESTION: readonly Message[] = [
  { role: 'system', parts: [text('You are Varve.'), text('\n\n## Project')] },
  { role: 'user', parts: [text(LONG), text('\n\nWhat is new?')] },
]

/** What a test of one adapter works with. */
export interface AdapterUnderTest extends ConformanceAdapter {
  readonly headers: Readonly<Record<string, string>>
  /** A question with notes and tools. */
  readonly input: CallInput
  /** A server that gives these replies in turn. */
  readonly start: (...replies: readonly ScriptedReply[]) => Promise<ScriptedServer>
  readonly send: (
    server: ScriptedServer,
    call?: CallInput,
    options?: Partial<Transport>,
  ) => Promise<readonly ProviderEvent[]>
  /** A test that an adapter may leave out, but only by saying why. */
  readonly can: (capability: Capability, title: string, body: () => Promise<void>) => void
}

/** One topic of the conformance suite, for every adapter. */
export function describeAdapters(topic: string, body: (adapter: AdapterUnderTest) => void): void {
  const servers: ScriptedServer[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.stop()
  })
  const start = async (...replies: readonly ScriptedReply[]): Promise<ScriptedServer> => {
    const server = await ScriptedServer.start(replies)
    servers.push(server)
    return server
  }
  describe.each(CONFORMANCE_ADAPTERS)(`$name: ${topic}`, (adapter) => {
    const input: CallInput = { model: adapter.model, messages: QUESTION, tools: TOOLS }
    body({
      ...adapter,
      headers: { 'content-type': adapter.contentType },
      input,
      start,
      send: async (server, call = input, options = {}) => {
        const events: ProviderEvent[] = []
        const baseUrl = options.baseUrl ?? server.origin
        const transport = { fetch, key: KEY, wait: async () => undefined, ...options, baseUrl }
        for await (const event of sendRequest(call, transport)) events.push(event)
        return events
      },
      can: (capability, title, check) => {
        const reason = adapter.skips[capability]
        if (reason === undefined) test(title, check)
        else test.skip(`${title} (left out: ${reason})`, check)
      },
    })
  })
}

export function textOf(events: readonly ProviderEvent[]): string {
  return events.map((event) => (event.kind === 'text' ? event.delta : '')).join('')
}
