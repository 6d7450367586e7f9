import { escapeLine } from './escape-line.ts'
import { openingTag, renderBody } from './render-block.ts'
import { TAGS } from './tag-registry.ts'

export interface ToolResultText {
  readonly tool: string
  /** The key under which the result can be read again. */
  readonly callKey?: string | undefined
  readonly text: string
  readonly turn: number
}

/** A tool's result inside a user message; the same form as a tool result given as an artifact. */
export function renderToolResult({ tool, callKey, text, turn }: ToolResultText): string {
  const tag = TAGS.artifact['tool-result']
  const { key, content } = TAGS.element
  const lines = [
    openingTag(tag, { tool, turn }),
    ...(callKey === undefined ? [] : [`<${key}>${escapeLine(callKey)}</${key}>`]),
    renderBody(content, text),
    `</${tag}>`,
  ]
  return lines.join('\n')
}
