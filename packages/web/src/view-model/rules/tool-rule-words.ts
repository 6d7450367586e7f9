import type { ToolRule } from '@varve/contract'

/** What is done with a call, as a choice. */
export const DECISION_WORDS = {
  run: 'Allow',
  ask: 'Ask',
  refuse: 'Refuse',
} as const satisfies Record<ToolRule['decision'], string>

export function toolWords({ tool }: Pick<ToolRule, 'tool'>): string {
  return tool === '*' ? 'Any tool' : tool
}

/** The path of a pattern for exactly one path: without the leading slash and without brackets. */
export function pathWords({ path }: Pick<ToolRule, 'path'>): string {
  return path === undefined ? 'everything' : path.replace(/^\//, '').replace(/\[([*?{[])\]/g, '$1')
}

interface Wider {
  readonly scope: 'host' | 'tool'
  readonly subject: string
}

/** The button for more than one call. */
export function widerLabel({ scope, subject }: Wider): string {
  return scope === 'host' ? `Always allow ${subject}` : 'Always allow, with any input'
}

/** What could happen then without a question. */
export function widerWords({ scope, subject }: Wider): string {
  return scope === 'host'
    ? `Allows any address on ${subject}, including one that carries text of your chats or notes to that site.`
    : `Allows any input: models can pass any text of your chats or notes to ${subject}.`
}

/** What would be allowed for good: "edit, for plan.md". */
export function alwaysWords(rules: readonly ToolRule[]): string {
  const tools = [...new Set(rules.map(toolWords))].join(', ')
  return `${tools}, for ${rules.map(pathWords).join(' and ')}`
}
