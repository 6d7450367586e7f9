import { type AuditEntryView, openAudit, type WorkspaceAudit } from '@varve/app'
import { auditedAs, describeAuditEntry } from './describe-audit-entry.ts'
import { findDatabase } from '../database/find-database.ts'
import { parseSince } from '../trace/parse-since.ts'
import { plainText } from '../plain-text.ts'
import { showCount } from '../show-number.ts'
import type { StatsContext } from '../statistics/stats-command.ts'
import { renderTable } from '../table.ts'

export interface AuditOptions {
  readonly workspace?: string
  readonly since?: string
  readonly data?: string
  readonly database?: string
  readonly json?: boolean
}

/** `varve audit`: what was done with private data and with rules, oldest first, also while Varve runs. */
export async function auditCommand(options: AuditOptions, context: StatsContext): Promise<void> {
  const { paths, surroundings, output, now } = context
  const since = options.since === undefined ? undefined : parseSince(options.since, now())
  const tools = await openAudit({ database: findDatabase(options, paths, surroundings) })
  try {
    const found = await tools.read({ workspace: options.workspace, since })
    const text = options.json ? JSON.stringify(found) : found.map(renderAudit).join('\n\n')
    if (text !== '') await output.write(`${text}\n`)
  } finally {
    await tools.close()
  }
}

function renderAudit({ name, entries }: WorkspaceAudit): string {
  const title = `${plainText(name)}: ${showCount(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'}`
  if (entries.length === 0) return title
  const columns = [
    { title: 'No', align: 'right' },
    { title: 'When' },
    { title: 'Who' },
    { title: 'What' },
  ] as const
  return `${title}\n\n${renderTable(columns, entries.map(row))}`
}

function row(entry: AuditEntryView): readonly string[] {
  const { sequence, at, actor } = entry
  const cells = [at.replace(/\.\d+Z$/, 'Z'), actor ?? auditedAs(entry), describeAuditEntry(entry)]
  return [String(sequence), ...cells.map(plainText)]
}
