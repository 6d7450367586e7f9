import type { Row } from './build-rows.ts'
import type { Expression, NamedExpression, Output } from './dataview-query.ts'
import type { Value } from './dataview-value.ts'
import { renderValue } from './render-value.ts'

export interface RenderRowsInput {
  readonly output: Output
  readonly rows: readonly Row[]
  readonly valueOf: (expression: Expression, row: Row) => Value
  /** More rows are counted, not shown. */
  readonly maximumRows: number
}

const MAXIMUM_CELL = 2_000

/** Rows as Markdown: a list, a table, or tasks under their notes. */
export function renderRows({ output, rows, valueOf, maximumRows }: RenderRowsInput): string {
  if (rows.length === 0) return 'No results.'
  const shown = rows.slice(0, maximumRows)
  const left = rows.length - shown.length
  const more = left > 0 ? [`\n(${left} more of ${rows.length} are not shown.)`] : []
  return [...renderOutput(output, shown, valueOf), ...more].join('\n')
}

function renderOutput(
  output: Output,
  rows: readonly Row[],
  valueOf: RenderRowsInput['valueOf'],
): readonly string[] {
  switch (output.kind) {
    case 'list':
      return rows.map((row) => {
        const value = output.item ? line(valueOf(output.item, row)) : undefined
        const id = output.withId || value === undefined ? [line(row.id)] : []
        return `- ${[...id, ...(value === undefined ? [] : [value])].join(': ')}`
      })
    case 'table':
      return renderTable(rows, output, valueOf)
    case 'task':
      return renderTasks(rows)
    default:
      return output satisfies never
  }
}

function renderTable(
  rows: readonly Row[],
  { withId, columns }: { readonly withId: boolean; readonly columns: readonly NamedExpression[] },
  valueOf: RenderRowsInput['valueOf'],
): readonly string[] {
  const isGrouped = rows.some(({ members }) => members !== undefined)
  const head = [...(withId ? [isGrouped ? 'Group' : 'File'] : []), ...columns.map(({ name }) => name)]
  const body = rows.map((row) => [
    ...(withId ? [row.id] : []),
    ...columns.map(({ expression }) => valueOf(expression, row)),
  ])
  return [tableLine(head), tableLine(head.map(() => '---')), ...body.map(tableLine)]
}

function tableLine(cells: readonly Value[]): string {
  return `| ${cells.map((cell) => line(cell).replaceAll('|', '\\|')).join(' | ')} |`
}

/** Each note once, at the place of its first task. */
function renderTasks(rows: readonly Row[]): readonly string[] {
  return rows[0]?.members
    ? rows.flatMap(({ id, members = [] }) => [
        `- ${line(id)}`,
        ...members.flatMap(taskLines).map((text) => `  ${text}`),
      ])
    : renderByNote(rows)
}

function renderByNote(rows: readonly Row[]): readonly string[] {
  const byNote = new Map<string, string[]>()
  for (const row of rows) {
    const note = line(row.id)
    const lines = byNote.get(note)
    if (lines) lines.push(...taskLines(row))
    else byNote.set(note, [...taskLines(row)])
  }
  return [...byNote].flatMap(([note, lines]) => [`- ${note}`, ...lines.map((text) => `  ${text}`)])
}

function taskLines({ task, members }: Row): readonly string[] {
  if (task) return [`- [${task.status}] ${line(task.text)}`]
  return members ? members.flatMap(taskLines) : []
}

/** On one line, and no longer than a cell may be. */
function line(value: Value): string {
  const text = renderValue(value)
    .replace(/[\r\n]+/g, ' ')
    .trim()
  return text.length > MAXIMUM_CELL ? `${text.slice(0, MAXIMUM_CELL).toWellFormed()}…` : text
}
