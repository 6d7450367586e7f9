import type { SourceView } from '@varve/app'
import type { Paint } from './paint.ts'

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

/** Where a table is shown; in a pipe it has no width. */
export interface Screen {
  readonly width?: number | undefined
  readonly paint?: Paint
}

/** A table that is laid out when it is known how wide the screen is. */
export type Table = (screen?: Screen) => string

/** A table for people: columns aligned, numbers to the right, cut to the width of a screen and never in a pipe. */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[]): Table {
  return ({ width, paint } = {}) => {
    const natural = columns.map(({ title }, index) =>
      Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)),
    )
    const widths = width === undefined ? natural : fitted(columns, natural, width)
    const line = (cells: readonly string[]): string =>
      cells
        .map((cell, index) => {
          const room = widths[index] ?? 0
          const shown = cutTo(cell, room)
          return columns[index]?.align === 'right' ? shown.padStart(room) : shown.padEnd(room)
        })
        .join(GAP)
        .trimEnd()
    const head = line(columns.map(({ title }) => title))
    const rule = widths.map((room) => '─'.repeat(room)).join(GAP)
    return [paint ? paint('bold', head) : head, paint ? paint('dim', rule) : rule, ...rows.map(line)].join(
      '\n',
    )
  }
}

/** Words and tables in one. */
export function joinWords(parts: readonly (string | Table)[], between: string): Table {
  return (screen) =>
    parts
      .map((part) => (typeof part === 'string' ? part : part(screen)))
      .join(between)
      .trimEnd()
}

const GAP = '  '
/** Narrower, a cell says nothing any more. */
const NARROWEST = 8

/** Figures stay whole; of the words the widest column gives way first. */
function fitted(columns: readonly Column[], natural: readonly number[], width: number): readonly number[] {
  const widths = [...natural]
  const sum = (): number => widths.reduce((all, one) => all + one, GAP.length * (widths.length - 1))
  for (let over = sum() - width; over > 0; over = sum() - width) {
    const words = widths.map((room, index) => (columns[index]?.align === 'right' ? 0 : room))
    const widest = words.indexOf(Math.max(...words))
    const next = Math.max(NARROWEST, ...words.filter((room) => room < (words[widest] ?? 0)))
    const room = words[widest] ?? 0
    if (room <= NARROWEST) break
    widths[widest] = Math.max(next, room - over, NARROWEST) === room ? room - 1 : Math.max(next, room - over)
  }
  return widths
}

/** In the middle where it is a path, of which both ends say something; else at its end. */
export function cutTo(text: string, room: number): string {
  if (text.length <= room) return text
  const isPath = /[/\\]/.test(text) && !/\s\S*\s/.test(text)
  const head = isPath ? Math.floor((room - 1) / 2) : room - 1
  const tail = room - 1 - head
  return `${text.slice(0, head)}…${tail > 0 ? text.slice(-tail) : ''}`
}
