import type { JsonObject } from '@varve/providers'
import type { SessionAnswer, SessionMessage } from './read-session.ts'

/** One call of the session: the messages that went out, and what the provider billed for them. */
export interface SentCall {
  /** Counted from 1, as in the file. */
  readonly number: number
  readonly at: number
  /** The first call after a message of the user. */
  readonly isFirst: boolean
  readonly messages: readonly JsonObject[]
  readonly reported: SessionAnswer['usage']
  /** Broken off before the provider said what it counted. */
  readonly isSilent: boolean
}

/**
 * The calls as they were sent: everything that stands before an answer in the file. Calls without a result
 * were left out by that client, for the provider refuses them; so were empty answers and its thinking.
 */
export function sentCalls(messages: readonly SessionMessage[]): readonly SentCall[] {
  const answered = new Set(messages.flatMap((one) => (one.role === 'toolResult' ? [one.toolCallId] : [])))
  const wire: JsonObject[] = []
  const calls: SentCall[] = []
  let isFirst = true
  let number = 0
  for (const one of messages) {
    if (one.role === 'assistant') {
      number += 1
      const { input, cacheRead, cacheWrite } = one.usage
      if (one.provider === 'anthropic')
        calls.push({
          number,
          at: one.timestamp,
          isFirst,
          messages: [...wire],
          reported: one.usage,
          isSilent: input + cacheRead + cacheWrite === 0,
        })
      isFirst = false
    } else if (one.role === 'user') isFirst = true
    addMessage(wire, toWire(one, answered))
  }
  return calls
}

/** Results of one step go back in one message; two of the user's after each other stay two. */
function addMessage(wire: JsonObject[], next: JsonObject | undefined): void {
  if (!next) return
  const last = wire.at(-1)
  if (isResults(last) && isResults(next))
    wire[wire.length - 1] = { role: 'user', content: [...contentOf(last), ...contentOf(next)] }
  else wire.push(next)
}

function contentOf(one: JsonObject | undefined): readonly JsonObject[] {
  return (one?.['content'] ?? []) as readonly JsonObject[]
}

function isResults(one: JsonObject | undefined): boolean {
  return contentOf(one)[0]?.['type'] === 'tool_result'
}

function toWire(one: SessionMessage, answered: ReadonlySet<string>): JsonObject | undefined {
  const content = partsOf(one, answered)
  if (content.length === 0) return undefined
  return { role: one.role === 'assistant' ? 'assistant' : 'user', content }
}

function partsOf(one: SessionMessage, answered: ReadonlySet<string>): readonly JsonObject[] {
  switch (one.role) {
    case 'user':
      return one.content.map(({ text }) => ({ type: 'text', text }))
    case 'toolResult':
      return [{ type: 'tool_result', tool_use_id: one.toolCallId, content: one.content }]
    case 'assistant':
      return one.content.flatMap((part): readonly JsonObject[] => {
        if (part.type === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }]
        if (part.type === 'thinking' || !answered.has(part.id)) return []
        return [{ type: 'tool_use', id: part.id, name: part.name, input: part.arguments }]
      })
    default:
      return one satisfies never
  }
}
