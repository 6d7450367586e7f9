import type { Row } from './build-rows.ts'
import type { Expression, NamedExpression, Output } from './dataview-query.ts'
import type { ObjectValue, Value } from './dataview-value.ts'
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
  const head = [...(withId ? [rows[0]?.groupName ?? 'File'] : []), ...columns.map(({ name }) => name)]
  const body = rows.map((row) => [
    ...(withId ? [row.id] : []),
    ...columns.map(({ expression }) => valueOf(expression, row)),
  ])
  return [tableLine(head), tableLine(head.map(() => '---')), ...body.map(tableLine)]
}

function tableLine(cells: readonly Value[]): string {
  return `| ${cells.map((cell) => line(cell).replaceAll('|', '\\|')).join(' | ')} |`
}

/** In row order, under the note's or group's name whenever it changes. */
function renderTasks(rows: readonly Row[]): readonly string[] {
  const lines: string[] = []
  let heading: string | undefined
  for (const row of rows[0]?.members ? rows : rootsOf(rows)) {
    const name = line(row.id)
    if (row.members || name !== heading) lines.push(`- ${name}`)
    heading = name
    const inner = row.members ? renderMembers(row.members) : itemLines(row.object)
    lines.push(...inner.map((text) => `  ${text}`))
  }
  return lines
}

function renderMembers(rows: readonly Row[]): readonly string[] {
  return rows[0]?.members ? renderTasks(rows) : rootsOf(rows).flatMap(({ object }) => itemLines(object))
}

/** Without the tasks that another row already shows, as a part of it. */
function rootsOf(rows: readonly Row[]): readonly Row[] {
  const shown = new Set<string>()
  const show = (object: ObjectValue): void => {
    const key = `${object.link?.path}:${object.item?.line}`
    if (shown.has(key)) return
    shown.add(key)
    object.item?.children.forEach(show)
  }
  for (const { object } of rows) show(object)
  return rows.filter(({ object }) => !shown.has(`${object.link?.path}:${object.item?.parent}`))
}

function itemLines({ item }: ObjectValue): readonly string[] {
  if (!item) return []
  const children = item.children.flatMap(itemLines).map((text) => `  ${text}`)
  return [`- ${line(item.text)}`, ...children]
}

/** On one line, and no longer than a cell may be. */
function line(value: Value): string {
  const text = renderValue(value)
    .replace(/[\r\n]+/g, ' ')
    .trim()
  return text.length > MAXIMUM_CELL ? `${text.slice(0, MAXIMUM_CELL).toWellFormed()}…` : text
}
