import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const PATH = 'traj/pi-large-session.jsonl'
const FILE = fileURLToPath(new URL(`../../../../shared/data/${PATH}`, import.meta.url))

/** Where the session is expected, as said to people: relative to the repository. */
export const SESSION_NAME = `../shared/data/${PATH}`

const textPart = z.object({ type: z.literal('text'), text: z.string() })
const callPart = z.object({
  type: z.literal('toolCall'),
  id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.json()),
})
const part = z.union([textPart, callPart, z.object({ type: z.literal('thinking'), thinking: z.string() })])
const usage = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  cost: z.object({ total: z.number() }),
})
const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), content: z.array(textPart), timestamp: z.number() }),
  z.object({
    role: z.literal('assistant'),
    content: z.array(part),
    provider: z.string(),
    usage,
    stopReason: z.string(),
    timestamp: z.number(),
  }),
  z.object({ role: z.literal('toolResult'), toolCallId: z.string(), content: z.array(textPart) }),
])

export type SessionMessage = z.output<typeof message>
export type SessionAnswer = Extract<SessionMessage, { role: 'assistant' }>

export interface Session {
  /** The whole file, for the converter. */
  readonly text: string
  readonly messages: readonly SessionMessage[]
}

/** The messages of the session in the order of the file; `undefined` where it is not there. */
export function readSession(): Session | undefined {
  if (!existsSync(FILE)) return undefined
  const text = readFileSync(FILE, 'utf8')
  const entries = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => z.object({ type: z.string(), message: z.unknown().optional() }).parse(JSON.parse(line)))
  return {
    text,
    messages: entries.filter(({ type }) => type === 'message').map((entry) => message.parse(entry.message)),
  }
}
