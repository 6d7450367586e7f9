import { cutLine, cutText } from './cut-text.ts'
import { LIMITS } from './limits.ts'

export interface AgedToolResult {
  readonly tool: string
  readonly text: string
}

/** An old tool result as a preview with a hint; a short one stays as it is. [B-2] */
export function compactToolResult(
  result: AgedToolResult,
  options: { readonly readTool?: string } = {},
): string {
  const { tool, text } = result
  const maximum = LIMITS.tools.previewCharacters
  if (text.length <= maximum) return text
  // A tool is named as a way to go on only when this request defines it. [L3-2]
  const hint =
    options.readTool === undefined
      ? 'the whole result is kept and can be attached again'
      : `${cutLine(options.readTool, 60)} reads the whole result`
  const end = `\n[Earlier result of ${cutLine(tool, 60)}, ${text.length} characters, shortened; ${hint}.]`
  return cutText(text, maximum - end.length) + end
}
