import { setImmediate as pause } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'

const NOTHING = { type: 'object', properties: {} } as const

const TEXT = {
  type: 'object' as const,
  properties: { text: { type: 'string', description: 'Any words.' } },
  required: ['text'],
} satisfies Tool['inputSchema']

const TOOLS: readonly Tool[] = [
  { name: 'pid', description: 'Says which process it is.', inputSchema: NOTHING },
  {
    name: 'echo',
    description: 'Says it again.',
    inputSchema: TEXT,
    annotations: { readOnlyHint: true, destructiveHint: false },
  },
  { name: 'environment', description: 'Names its variables.', inputSchema: NOTHING },
  { name: 'parts', description: 'Answers in parts.', inputSchema: NOTHING },
  { name: 'long', description: 'Says much.', inputSchema: NOTHING },
  { name: 'huge', description: 'Says more than anyone takes.', inputSchema: NOTHING },
  { name: 'never', description: 'Never answers.', inputSchema: NOTHING },
  { name: 'flood', description: 'Talks without end.', inputSchema: NOTHING },
  { name: 'crash', description: 'Ends in the middle.', inputSchema: NOTHING },
  { name: 'refuse', description: 'Says no.', inputSchema: NOTHING },
  { name: 'grow', description: 'Adds a tool.', inputSchema: NOTHING },
]

export interface SampleServerOptions {
  /** What ends it in the middle of a call. */
  readonly crash: () => void
}

/** A server as any other, made with the SDK, with tools that behave and some that do not. */
export function sampleServer({ crash }: SampleServerOptions): Server {
  const server = new Server(
    { name: 'sample', version: '1' },
    { capabilities: { tools: { listChanged: true }, logging: {} } },
  )
  const tools = [...TOOLS]
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    switch (params.name) {
      case 'pid':
        return said(String(process.pid))
      case 'echo':
        return said(String(params.arguments?.['text']))
      case 'environment':
        return said(JSON.stringify(process.env))
      case 'parts':
        return PARTS
      case 'long':
        return said('x'.repeat(200_000))
      case 'huge':
        return said('x'.repeat(12_000_000))
      case 'never':
        return new Promise(() => undefined)
      case 'flood':
        // Far more than is taken; an end all the same, for the test itself may be where it runs.
        for (let count = 0; count < 20_000; count += 1) {
          await server.sendLoggingMessage({ level: 'info', data: count })
          if (count % 50 === 0) await pause()
        }
        return new Promise(() => undefined)
      case 'crash':
        crash()
        return new Promise(() => undefined)
      case 'refuse':
        return { ...said('I will not.'), isError: true }
      case 'grow':
        tools.push({ name: 'grown', description: 'New.', inputSchema: NOTHING })
        await server.sendToolListChanged()
        return said('Grown.')
      default:
        throw new Error(`There is no ${params.name}.`)
    }
  })
  return server
}

function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

const PARTS: CallToolResult = {
  content: [
    { type: 'text', text: 'One.' },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'file:///a.txt', text: 'Two.' } },
    { type: 'resource_link', uri: 'https://tracker.example/pixel', name: 'three' },
  ],
}
