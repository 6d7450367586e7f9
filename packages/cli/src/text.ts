import type { SourceView } from '@varve/app'

/** Without what a terminal would obey: names of workspaces, models and files come from outside. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}

/** The same where line breaks stay. */
export function plainLines(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}

export function inOneLine(text: string): string {
  return plainText(text.replace(/\s+/g, ' ').trim())
}

/** `plan.md:3-9`, as editors open it; of a PDF `report.pdf, page 146`. */
export function placeText(
  name: string,
  { lines: [from, to], unit = 'line' }: Pick<SourceView, 'lines' | 'unit'>,
): string {
  if (unit === 'line') return `${name}:${from}-${to}`
  return from === to ? `${name}, ${unit} ${from}` : `${name}, ${unit}s ${from}-${to}`
}

/** Digits in groups of three, the same in every locale. */
export function showCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3}){1,8}$)/g, ',')
}

/** `1 file`, `20,000 files`; `plural` for a word whose plural is not its singular with an s. */
export function countOf(count: number, word: string, plural = `${word}s`): string {
  return `${showCount(count)} ${Math.round(count) === 1 ? word : plural}`
}

/** Dollars, with as many digits as a small amount needs. */
export function showMoney(amount: number): string {
  if (amount === 0) return '$0'
  if (amount < 0) return `-${showMoney(-amount)}`
  return `$${amount.toFixed(amount < 0.01 ? 5 : amount < 10 ? 3 : 2)}`
}

export function showShare(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`
}

export function showRatio(ratio: number | null): string {
  return ratio === null ? '–' : `${ratio.toFixed(2)}×`
}

interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
}

/** Columns of words, then columns of figures. */
export function columnsOf(words: readonly string[], figures: readonly string[] = []): readonly Column[] {
  return [
    ...words.map((title) => ({ title })),
    ...figures.map((title) => ({ title, align: 'right' as const })),
  ]
}

/** A table for people: columns aligned, numbers to the right. */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) =>
        columns[index]?.align === 'right'
          ? cell.padStart(widths[index] ?? 0)
          : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [line(columns.map(({ title }) => title)), rule, ...rows.map(line)].join('\n')
}
