import type { AuditEntryView } from '@varve/app'

type Said = Readonly<Record<string, unknown>>

/** What was done, in a line. An action that is not known is told by its name and what was noted with it. */
export function describeAuditEntry({ action, detail }: Pick<AuditEntryView, 'action' | 'detail'>): string {
  const said: Said = typeof detail === 'object' && detail !== null ? (detail as Said) : {}
  switch (action) {
    case 'guard':
      return describeSending(said)
    case 'guard-rules':
      return describeRules(said)
    case 'tool-rules':
      return `rules for tools changed; ${counted(said)}`
    case 'trace-deleted':
      return `trace of chat ${words([said['chatId']])} deleted; ${typeof said['calls'] === 'number' ? said['calls'] : 0} calls`
    default:
      return detail === null || detail === undefined ? action : `${action} ${JSON.stringify(detail)}`
  }
}

/** Who did it, where no name was noted: what the user decides is not done by the program. */
export function auditedAs({ action, detail }: Pick<AuditEntryView, 'action' | 'detail'>): 'user' | 'Varve' {
  if (['guard-rules', 'tool-rules', 'mcp-trust', 'trace-deleted'].includes(action)) return 'user'
  return typeof detail === 'object' && detail !== null && 'decided' in detail ? 'user' : 'Varve'
}

function describeSending(said: Said): string {
  const parts = [
    ['redacted', counted(said['redacted'])],
    ['sent as it is', counted(said['sent'])],
    ['sent unasked', counted(said['noted'])],
    ['to', words(said['models'])],
    ['chat', words([said['chatId']])],
    ['rules', words([said['rules']])],
  ].filter(([, value]) => value !== '')
  return parts.map(([name, value]) => `${name} ${value}`).join('; ')
}

function describeRules(said: Said): string {
  const { sensitivity, decisions, custom, allowed } = said
  const parts = [
    ['sensitivity', words([sensitivity])],
    ['always', pairs(decisions)],
    ['own rules', typeof custom === 'number' && custom > 0 ? String(custom) : ''],
    ['never found', typeof allowed === 'number' && allowed > 0 ? String(allowed) : ''],
  ].filter(([, value]) => value !== '')
  return ['rules changed', ...parts.map(([name, value]) => `${name} ${value}`)].join('; ')
}

/** `2 EMAIL, 1 PHONE`. */
function counted(counts: unknown): string {
  return entries(counts)
    .map(([type, count]) => `${String(count)} ${type}`)
    .join(', ')
}

/** `EMAIL redact, PHONE send`. */
function pairs(decisions: unknown): string {
  return entries(decisions)
    .map(([type, decision]) => `${type} ${String(decision)}`)
    .join(', ')
}

function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function words(values: unknown): string {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string').join(', ') : ''
}
