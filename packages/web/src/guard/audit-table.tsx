import type { AuditEntryView } from '@varve/contract'
import { useAudit } from '../api/queries.ts'
import { ErrorNotice } from '../parts/notice.tsx'
import { Fold } from './fold.tsx'
import { formatClock } from '../view-model/text/format.ts'
import { countedFindings } from '../view-model/rules/guard-words.ts'
import { t } from '../i18n/t.ts'

/** Guard activity, newest first: how many of what, and never a value. */
export function AuditTable() {
  return (
    <Fold title={t('Guard activity')}>
      <Entries />
    </Fold>
  )
}

function Entries() {
  const { data, error, refetch } = useAudit()
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.length === 0) return <p className="switch-about">{t('Nothing yet.')}</p>
  return (
    <div className="audit" role="region" aria-label={t('Guard activity')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('When')}</th>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('To')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((entry) => {
            const { when, what, to } = describeAudit(entry)
            return (
              <tr key={entry.sequence}>
                <td className="figures">{when}</td>
                <td>{what}</td>
                <td>{to}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface AuditRow {
  /** On this device: `2026-11-15 14:32`. */
  readonly when: string
  readonly what: string
  /** Who was sent it. */
  readonly to: string
}

/** Describes an entry in words. Entries of later versions are shown by the name of their action. */
export function describeAudit({ at, action, detail, actor }: AuditEntryView): AuditRow {
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
  if (action === 'mcp-trust') {
    const server = String(said['server'])
    return said['trusted'] === false
      ? t('MCP server {server} no longer trusted', { server })
      : t('MCP server {server} trusted', { server })
  }
  if (action === 'tool-rules') return t('Tool rules changed')
  if (action === 'trace-deleted') return t('Trace of a chat deleted')
  const found = (counts: unknown, words: (findings: string) => string) => {
    const findings = countedFindings(asCounts(counts))
    return findings === '' ? [] : [words(findings)]
  }
  const parts = [
    ...found(said['redacted'], (findings) => t('{findings} redacted', { findings })),
    ...found(said['sent'], (findings) => t('{findings} sent as it is', { findings })),
    ...found(said['noted'], (findings) => t('{findings} sent without asking', { findings })),
  ]
  // Another assistant was given something over MCP.
  if (action === 'mcp-serve')
    return [t('{tool} by an assistant', { tool: String(said['tool']) }), ...parts].join(': ')
  if (action === 'mcp-call')
    return [t('To MCP server {server}', { server: String(said['server']) }), ...parts].join(': ')
  return parts.length === 0 ? action : parts.join('; ')
}

/** How many rules of each kind there are since then. */
function rulesChanged(said: Readonly<Record<string, unknown>>): string {
  const { sensitivity, custom, allowed } = said
  const decisions = isRecord(said['decisions']) ? Object.keys(said['decisions']).length : 0
  const parts = [
    typeof sensitivity === 'string' ? t('sensitivity {level}', { level: sensitivity }) : '',
    decisions > 0 ? t('{count} {count|rule|rules} by type', { count: decisions }) : '',
    typeof allowed === 'number' && allowed > 0
      ? t('{count} ignored {count|value|values}', { count: allowed })
      : '',
    typeof custom === 'number' && custom > 0 ? t('{count} custom {count|rule|rules}', { count: custom }) : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? t('Rules changed') : t('Rules changed: {parts}', { parts: parts.join(', ') })
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
