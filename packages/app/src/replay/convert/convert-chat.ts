import type { ChatMessage } from './chat-message.ts'
import type { ConvertedCall, ConvertedTurn } from './converted-turn.ts'
import type { LossCounter } from './loss-counter.ts'

/** A run in chat-completions form as turns: each from a user message to the next. */
export function convertChat(
  messages: readonly ChatMessage[],
  { conversation, losses }: { readonly conversation: string; readonly losses: LossCounter },
): readonly ConvertedTurn[] {
  const system = messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content ?? '')
    .join('\n\n')
  const turns: ChatMessage[][] = []
  for (const message of messages) {
    if (message.role === 'user') turns.push([message])
    else if (message.role !== 'system' && turns.length === 0) losses.add('messages before the first question')
    else if (message.role !== 'system') turns.at(-1)?.push(message)
  }
  return turns.map((own, index) => ({
    conversation,
    turn: index + 1,
    ...(index === 0 && system !== '' ? { system } : {}),
    ...convertTurn(own, losses),
  }))
}

function convertTurn(
  [user, ...rest]: readonly ChatMessage[],
  losses: LossCounter,
): Pick<ConvertedTurn, 'tools' | 'user' | 'assistant'> {
  const results = new Map(
    rest.flatMap(({ tool_call_id, tool_call_ids, content }) =>
      [tool_call_id, ...(tool_call_ids ?? [])].flatMap((id) => (id ? [[id, content ?? ''] as const] : [])),
    ),
  )
  const answers = rest.filter(({ role }) => role === 'assistant')
  const tools = answers.flatMap((answer, step) => convertStep(answer, step, results, losses))
  const said = answers
    .filter(({ tool_calls }) => !(tool_calls ?? []).some(({ id }) => results.has(id)))
    .map(({ content }) => content ?? '')
    .filter((text) => text !== '')
  return {
    ...(tools.length === 0 ? {} : { tools }),
    user: user?.content ?? '',
    ...(said.length === 0 ? {} : { assistant: said.join('\n\n') }),
  }
}

function convertStep(
  { tool_calls, content }: ChatMessage,
  step: number,
  results: ReadonlyMap<string, string>,
  losses: LossCounter,
): readonly ConvertedCall[] {
  return (tool_calls ?? []).flatMap((call) => {
    const result = results.get(call.id)
    if (result === undefined) {
      losses.add('tool calls that never got a result')
      return []
    }
    const args: unknown = call.function.arguments ?? {}
    const text = content ? { text: content } : {}
    return [{ name: call.function.name, args, result, step, ...text }]
  })
}
