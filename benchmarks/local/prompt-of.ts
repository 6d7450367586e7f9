import type { Message, ToolDefinition } from '@varve/engine'
import type { Prompt, PromptMessage } from '../../packages/local/src/prompt/prompt.ts'

/** Messages as a model on this machine gets them, and as the protocol of chat completions writes them. */
export function promptOf(messages: readonly Message[], tools: readonly ToolDefinition[] = []): Prompt {
  return { tools, messages: messages.flatMap(messageOf) }
}

function messageOf({ role, parts }: Message): readonly PromptMessage[] {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  switch (role) {
    case 'user':
      return [{ role, parts: texts, calls: [] }]
    case 'system':
      return [{ role, parts: [texts.join('')], calls: [] }]
    case 'assistant': {
      const calls = parts.flatMap((part) =>
        part.kind === 'tool-call' ? [{ name: part.tool, arguments: part.arguments }] : [],
      )
      return [{ role, parts: [texts.join('')], calls }]
    }
    case 'tool':
      return parts.flatMap((part) =>
        part.kind === 'tool-result' || part.kind === 'text' ? [{ role, parts: [part.text], calls: [] }] : [],
      )
    default:
      return role satisfies never
  }
}
