import type { Cell, Goal, Report, Section, Table } from './report.ts'

/** A report for people: aligned columns, goals with pass or miss, the command beside the figures. */
export function printReport(report: Report): string {
  const head = [`$ ${report.command}`, report.environment]
  return `${[head.join('\n'), ...report.sections.map(printSection)].join('\n\n')}\n`
}

function printSection({ title, notes, tables, goals }: Section): string {
  const parts = [`${title}\n${'='.repeat(title.length)}`]
  if (notes.length > 0) parts.push(notes.map((note) => `- ${note}`).join('\n'))
  parts.push(...tables.map(printTable))
  if (goals.length > 0) parts.push(['Goals', ...goals.map(printGoal)].join('\n'))
  return parts.join('\n\n')
}

function printGoal({ name, target, measured, met }: Goal): string {
  return `  ${met ? 'pass' : 'MISS'}  ${name}: ${measured} (goal ${target})`
}

function printTable({ title, columns, rows }: Table): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => String(row[index] ?? '').length)),
  )
  const line = (cells: readonly Cell[]): string =>
    `  ${cells.map((cell, index) => pad(cell, widths[index] ?? 0)).join('  ')}`.trimEnd()
  const rule = line(widths.map((width) => '-'.repeat(width)))
  return [title, line(columns), rule, ...rows.map(line)].join('\n')
}

/** Numbers, also those with a unit or sign, stand at the right of their column. */
function pad(cell: Cell, width: number): string {
  const text = String(cell)
  return /^[-+$]?[\d.,]+( %| t)?$/.test(text) ? text.padStart(width) : text.padEnd(width)
}
