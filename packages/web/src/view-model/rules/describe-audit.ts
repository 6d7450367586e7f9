import type { AuditEntry } from '../../api/guard-types.ts'
import { formatClock } from '../text/format-time.ts'
import { countedFindings } from './guard-words.ts'

export interface AuditRow {
  /** On this device: `2026-11-15 14:32`. */
  readonly when: string
  readonly what: string
  /** Who was sent it. */
  readonly to: string
}

/** An entry in words. Entries of later versions are told by the name of what was done. */
export function describeAudit({ at, action, detail, actor }: AuditEntry): AuditRow {
  const said = isRecord(detail) ? detail : {}
  const models = Array.isArray(said['models']) ? said['models'].filter((one) => typeof one === 'string') : []
  return {
    when: `${day(at)} ${formatClock(at)}`,
    what: `${whatOf(action, said)}${actor === undefined ? '' : ` (${actor})`}`,
    to: models.join(', '),
  }
}

function whatOf(action: string, said: Readonly<Record<string, unknown>>): string {
  if (action === 'guard-rules') return rulesChanged(said)
  if (action === 'mcp-trust')
    return `MCP server ${String(said['server'])} ${said['trusted'] === false ? 'no longer trusted' : 'trusted'}`
  if (action === 'tool-rules') return 'Rules for tools changed'
  if (action === 'trace-deleted') return 'Trace of a chat deleted'
  const parts = [
    ['redacted', said['redacted']],
    ['sent as it is', said['sent']],
    ['sent unasked', said['noted']],
  ].flatMap(([word, counts]) => {
    const words = countedFindings(asCounts(counts))
    return words === '' ? [] : [`${words} ${String(word)}`]
  })
  // Another assistant was given something over MCP.
  if (action === 'mcp-serve') return [`${String(said['tool'])} by an assistant`, ...parts].join(': ')
  if (action === 'mcp-call') return [`To MCP server ${String(said['server'])}`, ...parts].join(': ')
  return parts.length === 0 ? action : parts.join('; ')
}

/** How many rules of each kind there are since then. */
function rulesChanged(said: Readonly<Record<string, unknown>>): string {
  const { sensitivity, custom, allowed } = said
  const decisions = isRecord(said['decisions']) ? Object.keys(said['decisions']).length : 0
  const parts = [
    typeof sensitivity === 'string' ? `sensitivity ${sensitivity}` : '',
    decisions > 0 ? `${decisions} ${decisions === 1 ? 'decision' : 'decisions'} by type` : '',
    typeof allowed === 'number' && allowed > 0 ? `${allowed} never found` : '',
    typeof custom === 'number' && custom > 0 ? `${custom} of your own` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'Rules changed' : `Rules changed: ${parts.join(', ')}`
}

function asCounts(value: unknown): Readonly<Record<string, number>> {
  if (!isRecord(value)) return {}
  const counts = Object.entries(value).flatMap(([type, count]) =>
    typeof count === 'number' ? [[type, count]] : [],
  )
  return Object.fromEntries(counts) as Readonly<Record<string, number>>
}

function day(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
