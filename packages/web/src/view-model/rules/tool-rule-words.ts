import type { ToolRule } from '@varve/contract'
import { t } from '../../i18n/t.ts'
import { listWords } from '../text/format.ts'

/** What is done with a call, as a choice. */
export const DECISION_WORDS = {
  run: t('Allow'),
  ask: t('Ask'),
  refuse: t('Refuse'),
} as const satisfies Record<ToolRule['decision'], string>

export function toolWords({ tool }: Pick<ToolRule, 'tool'>): string {
  return tool === '*' ? t('Any tool') : tool
}

/** The path of a pattern for exactly one path: without the leading slash and without brackets. */
export function pathWords({ path }: Pick<ToolRule, 'path'>): string {
  return path === undefined ? t('everything') : path.replace(/^\//, '').replace(/\[([*?{[])\]/g, '$1')
}

interface Wider {
  readonly scope: 'host' | 'tool'
  readonly subject: string
}

/** The button for more than one call. */
export function widerLabel({ scope, subject }: Wider): string {
  return scope === 'host' ? t('Always allow {subject}', { subject }) : t('Always allow, with any input')
}

/** What could happen then without a question. */
export function widerWords({ scope, subject }: Wider): string {
  return scope === 'host'
    ? t(
        'Allows any address on {subject}, including one that carries text of your chats or notes to that site.',
        { subject },
      )
    : t('Allows any input: models can pass any text of your chats or notes to {subject}.', { subject })
}

/** What would be allowed for good: "edit, for plan.md". */
export function alwaysWords(rules: readonly ToolRule[]): string {
  const tools = [...new Set(rules.map(toolWords))].join(', ')
  return t('{tools}, for {paths}', { tools, paths: listWords(rules.map(pathWords)) })
}
