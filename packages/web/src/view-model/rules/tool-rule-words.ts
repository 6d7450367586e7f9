import type { ToolRule } from '../../api/guard-types.ts'

/** What is done with a call, as a choice. */
export const DECISION_WORDS = {
  run: 'Allow',
  ask: 'Ask',
  refuse: 'Refuse',
} as const satisfies Record<ToolRule['decision'], string>

export function toolWords({ tool }: Pick<ToolRule, 'tool'>): string {
  return tool === '*' ? 'Any tool' : tool
}

/** The path that a pattern for nothing else stands for: without the slash of the root and without brackets. */
export function pathWords({ path }: Pick<ToolRule, 'path'>): string {
  return path === undefined ? 'everything' : path.replace(/^\//, '').replace(/\[([*?{[])\]/g, '$1')
}

/** What would be allowed for good: "edit, for plan.md". */
export function alwaysWords(rules: readonly ToolRule[]): string {
  const tools = [...new Set(rules.map(toolWords))].join(', ')
  return `${tools}, for ${rules.map(pathWords).join(' and ')}`
}
