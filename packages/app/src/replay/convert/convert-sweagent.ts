import { z } from 'zod'
import { type ChatMessage, chatMessage } from './chat-message.ts'
import { convertChat } from './convert-chat.ts'
import type { ConversionResult, ConvertedCall } from './converted-turn.ts'
import { LossCounter } from './loss-counter.ts'

const run = z.object({ environment: z.string().nullish(), history: z.array(chatMessage) })

/** A run of SWE-agent: one conversation; its commands become tool calls, also where they were said in text. */
export function convertSweagent(value: unknown, name: string): ConversionResult {
  const parsed = run.safeParse(value)
  if (!parsed.success) return { kind: 'malformed', reason: 'not a run of SWE-agent' }
  const losses = new LossCounter()
  const { history } = parsed.data
  const usesTools = history.some(({ tool_calls }) => (tool_calls ?? []).length > 0)
  const turns = usesTools
    ? convertChat(history, { conversation: name, losses })
    : [convertTextRun(history, name)]
  return { kind: 'converted', turns, losses: losses.list() }
}

/** The user's messages after an action are what the command printed. */
function convertTextRun(history: readonly ChatMessage[], conversation: string) {
  const said = (role: string, some: readonly ChatMessage[]): string =>
    some
      .filter((message) => message.role === role)
      .map(({ content }) => content ?? '')
      .join('\n\n')
  const first = history.findIndex(({ role }) => role === 'assistant')
  const opening = first === -1 ? history : history.slice(0, first)
  const steps = first === -1 ? [] : history.slice(first)
  const tools: ConvertedCall[] = []
  let answer = ''
  for (const [index, message] of steps.entries()) {
    if (message.role !== 'assistant') continue
    const next = steps[index + 1]
    if (next?.role === 'user')
      tools.push({
        name: 'run',
        args: { command: message.action ?? '' },
        result: next.content ?? '',
        step: tools.length,
        ...(message.thought ? { text: message.thought } : {}),
      })
    else answer = message.content ?? ''
  }
  const system = said('system', opening)
  return {
    conversation,
    turn: 1,
    ...(system === '' ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools }),
    user: said('user', opening),
    ...(answer === '' ? {} : { assistant: answer }),
  }
}
