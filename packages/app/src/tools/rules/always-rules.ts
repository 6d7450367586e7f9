import { type ApprovalPolicy, approvalFor } from './approval-for.ts'
import { parseCall } from '../parse-call.ts'
import type { ToolCall } from '../tool.ts'
import type { ToolRule } from './tool-rules.ts'

/**
 * The rules by which a call like this would not ask again: for its tool, and for nothing but what it names. None
 * where it would ask all the same, as by a stricter rule or while something untrusted is in the context.
 */
export function alwaysRules(call: ToolCall, policy: ApprovalPolicy): readonly ToolRule[] {
  const parsed = parseCall(call, policy.tools)
  if (parsed.kind === 'wrong') return []
  const { name: tool } = parsed.tool
  const touched = [...new Set(parsed.tool.touches(parsed.args))]
  const rules: readonly ToolRule[] =
    touched.length === 0
      ? [{ tool, decision: 'run' }]
      : touched.map((path) => ({ tool, path: onlyThis(path), decision: 'run' }))
  const isEnough = approvalFor(call, { ...policy, rules: [...policy.rules, ...rules] }) === 'run'
  return isEnough ? rules : []
}

/** The pattern for one path: without a folder it would be for that name in all of them. */
function onlyThis(path: string): string {
  const literal = path.replace(/[*?{[]/g, '[$&]')
  return literal.includes('/') ? literal : `/${literal}`
}
