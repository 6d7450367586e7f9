import { createHash } from 'node:crypto'

/** A request in the form in which a model's template takes it. */
export interface Prompt {
  readonly tools: readonly PromptTool[]
  readonly messages: readonly PromptMessage[]
}

export interface PromptTool {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  /** Joined, they are the text of the message. */
  readonly parts: readonly string[]
  readonly calls: readonly PromptCall[]
}

export interface PromptCall {
  readonly name: string
  /** JSON. */
  readonly arguments: string
}

/**
 * Names for the beginnings of a prompt: each part adds one, and a name stands for all before it too. Two prompts share
 * what their names share. The first name stands for the tools.
 */
export function linksOf({ tools, messages }: Prompt): readonly (readonly string[])[] {
  let link = nextLink('', 'tools', JSON.stringify(tools))
  return [
    [link],
    ...messages.map(({ role, parts, calls }) => {
      if (role === 'assistant') return [(link = answerLink(link, parts.join(''), calls))]
      return parts.map((part) => (link = nextLink(link, role, part)))
    }),
  ]
}

/** The name after an answer. Thoughts and blanks around it do not come back in the next request. */
export function answerLink(before: string, text: string, calls: readonly PromptCall[]): string {
  const visible = text.replace(/^\s*<think>[^]*?(?:<\/think>|$)/, '').trim()
  return nextLink(
    before,
    'assistant',
    JSON.stringify([visible, ...calls.map((call) => [call.name, canonical(call.arguments)])]),
  )
}

/** Blanks between the values make no other call. */
function canonical(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json))
  } catch {
    return json
  }
}

function nextLink(before: string, kind: string, text: string): string {
  return createHash('sha256').update(`${before}\n${kind}\n${text}`).digest('base64url')
}
