import { type ApprovalPolicy, approvalFor } from './approval-for.ts'
import { parseCall } from '../parse-call.ts'
import type { ToolCall } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import type { ToolRule, WiderRules } from './tool-rules.ts'

/**
 * The rules by which a call like this would not ask again: for its tool, and for nothing but what it names. None
 * where it would ask all the same, as by a stricter rule or while something untrusted is in the context.
 */
export function alwaysRules(call: ToolCall, policy: ApprovalPolicy): readonly ToolRule[] {
  const parsed = parseCall(call, policy.tools)
  if (parsed.kind === 'wrong') return []
  const { name: tool } = parsed.tool
  const touched = [...new Set(parsed.tool.touches(parsed.args))]
  const rules = touched.map((path): ToolRule => ({ tool, path: onlyThis(path), decision: 'run' }))
  const isKept = rules.every(({ path = '' }) => path.length <= TOOL_LIMITS.patternCharacters)
  return rules.length > 0 && isKept && isEnough(call, policy, rules) ? rules : []
}

/** Undefined where nothing wider is offered, or it would ask all the same. */
export function widerRules(call: ToolCall, policy: ApprovalPolicy): WiderRules | undefined {
  const parsed = parseCall(call, policy.tools)
  const wider = parsed.kind === 'wrong' ? undefined : parsed.tool.wider?.(parsed.args)
  if (parsed.kind === 'wrong' || !wider) return undefined
  const { path, ...scope } = wider
  const rules: readonly ToolRule[] = [
    { tool: parsed.tool.name, ...(path === undefined ? {} : { path }), decision: 'run' },
  ]
  return isEnough(call, policy, rules) ? { ...scope, rules } : undefined
}

function isEnough(call: ToolCall, policy: ApprovalPolicy, rules: readonly ToolRule[]): boolean {
  return approvalFor(call, { ...policy, rules: [...policy.rules, ...rules] }) === 'run'
}

/** The pattern for one path: without a folder it would be for that name in all of them. */
function onlyThis(path: string): string {
  const literal = path.replace(/[*?{[]/g, '[$&]')
  return literal.includes('/') ? literal : `/${literal}`
}
