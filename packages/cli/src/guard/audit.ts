import type { AuditEntryView, WorkspaceAudit } from '@varve/app'
import { type Group, onOwnDatabase } from '../command.ts'
import { parseSince } from '../database/stats.ts'
import { findDatabase } from '../paths.ts'
import { countOf, joinWords, plainText, renderTable, type Table } from '../text.ts'

/** `varve audit`: what was done with private data and with rules, oldest first, also while Varve runs. */
export function addAuditCommand(program: Group): void {
  onOwnDatabase(
    program
      .command(
        'audit',
        'list what was redacted, what was sent unchanged, and which rules changed; never shows values',
      )
      .option('-w, --workspace <folder>', 'one workspace: folder, name or id (default: all of them)')
      .option('--since <when>', 'since then: 12h, 7d, 4w or a day such as 2026-01-31'),
  )
    .option('--json', 'as JSON')
    .help('\nOldest first. It only reads, so Varve may be running.\n\nExample:\n  varve audit --since 7d')
    .run(async ({ now, paths, surroundings }, { workspace, ...options }) => {
      const since = options.since === undefined ? undefined : parseSince(options.since, now())
      const { openAudit } = await import('@varve/app')
      const tools = await openAudit({ database: findDatabase(options, paths, surroundings) })
      try {
        const found = await tools.read({ workspace, since })
        return { json: found, words: joinWords(found.map(renderAudit), '\n\n') }
      } finally {
        await tools.close()
      }
    })
}

function renderAudit({ name, entries: all }: WorkspaceAudit): string | Table {
  const title = `${plainText(name)}: ${countOf(all.length, 'entry', 'entries')}`
  if (all.length === 0) return title
  const columns = [
    { title: 'No', align: 'right' },
    { title: 'When' },
    { title: 'Who' },
    { title: 'What' },
  ] as const
  return joinWords([title, renderTable(columns, all.map(row))], '\n\n')
}

function row(entry: AuditEntryView): readonly string[] {
  const { sequence, at, actor } = entry
  const cells = [at.replace(/\.\d+Z$/, 'Z'), actor ?? auditedAs(entry), describeAuditEntry(entry)]
  return [String(sequence), ...cells.map(plainText)]
}

type Said = Readonly<Record<string, unknown>>

/** Describes an action in one line. An unknown action is shown by its name and details. */
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
function auditedAs({ action, detail }: Pick<AuditEntryView, 'action' | 'detail'>): 'user' | 'Varve' {
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
    ['ignored values', typeof allowed === 'number' && allowed > 0 ? String(allowed) : ''],
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
