import { describeIssue } from './describe-issue.ts'
import type { Tool, ToolCall } from './tool.ts'
import { TOOL_LIMITS } from './tool-limits.ts'
import { TOOLS, toolNamed } from './tools.ts'

/** A call that can be made, or what is wrong with it in words for the model. */
export type ParsedCall =
  | { readonly kind: 'ready'; readonly tool: Tool<unknown>; readonly args: unknown }
  | { readonly kind: 'wrong'; readonly problem: string }

/** Reads a call. Anyone who decides about a call and anyone who makes it read it here, so that they mean the same. */
export function parseCall(
  { tool: name, arguments: given }: ToolCall,
  tools: readonly Tool<unknown>[] = TOOLS,
): ParsedCall {
  const tool = toolNamed(name, tools)
  if (!tool) {
    const names = tools.map((each) => each.name).join(', ')
    return wrong(`There is no tool ${JSON.stringify(name.slice(0, 100))}. There are: ${names}.`)
  }
  const json = typeof given === 'string' ? parseJson(given) : { value: given }
  if (!json)
    return wrong(
      `The arguments of ${name} are not JSON, or have more than ${TOOL_LIMITS.argumentCharacters} characters.`,
    )
  // A model that has nothing to say may say nothing at all.
  const parsed = tool.schema.safeParse(json.value ?? {}, { reportInput: true })
  if (parsed.success) return { kind: 'ready', tool, args: parsed.data }
  const faults = parsed.error.issues.slice(0, 5).map((issue) => describeIssue(issue, 'arguments'))
  return wrong(`The arguments of ${name} are wrong. ${faults.join(' ')}`)
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  if (text.length > TOOL_LIMITS.argumentCharacters) return undefined
  if (text.trim() === '') return { value: {} }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function wrong(problem: string): ParsedCall {
  return { kind: 'wrong', problem }
}
