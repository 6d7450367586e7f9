import type { Span } from './tokens.ts'

interface Row {
  readonly delimiter: string
  readonly cells: readonly Span[]
}

/** Rows of tables: for a place in one, the cell above it in the first row. */
export interface TableIndex {
  readonly headerOf: (place: number) => Span | undefined
  /** The table cell that contains a position. */
  readonly cellOf: (place: number) => Span | undefined
  /** All cells below a first row, with the cell above each. */
  readonly cells: () => Generator<{ readonly cell: Span; readonly header: Span }>
}

const NO_ROW: Row = { delimiter: '', cells: [] }
const RULER = /^[\s|:+=-]+$/
const LONGEST_ROW = 4_000

/** Reads pipe, tab, comma, semicolon and wide-space tables: one look at each line. */
export function indexTables(text: string): TableIndex {
  const lineStarts = splitLines(text)
  const rows: Row[] = []
  const headers: number[] = []
  let previous = -1
  lineStarts.forEach((start, index) => {
    const end = (lineStarts[index + 1] ?? text.length + 1) - 1
    const isRuler = end - start > 2 && end - start < LONGEST_ROW && RULER.test(text.slice(start, end))
    const above = previous >= 0 ? rows[previous] : undefined
    const row = isRuler ? NO_ROW : splitRow(text, start, end, above)
    rows.push(row)
    const continues = above && row.cells.length > 1 && row.cells.length === above.cells.length
    headers.push(continues && row.delimiter === above.delimiter ? (headers[previous] ?? index) : index)
    if (!isRuler) previous = index
  })
  const inserts = text.length > 0 && /insert\s/i.test(text) ? indexInserts(text) : []
  return {
    headerOf: (place) => {
      const column = inserts.length > 0 ? insertedAt(inserts, place) : undefined
      if (column) return column
      const line = lineAt(lineStarts, place)
      const header = headers[line] ?? line
      if (header === line) return undefined
      const index = rows[line]?.cells.findIndex((cell) => place >= cell.start && place <= cell.end) ?? -1
      return rows[header]?.cells[index]
    },
    cellOf: (place) =>
      rows[lineAt(lineStarts, place)]?.cells.find((cell) => place >= cell.start && place <= cell.end),
    *cells() {
      for (const [line, row] of rows.entries()) {
        const header = headers[line] ?? line
        if (header === line) continue
        for (const [column, cell] of row.cells.entries()) {
          const above = rows[header]?.cells[column]
          if (above) yield { cell, header: above }
        }
      }
    },
  }
}

/** The column's name for a place in an inserted value. */
function insertedAt(inserts: readonly InsertedValue[], place: number): Span | undefined {
  let low = 0
  let high = inserts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((inserts[middle]?.value.start ?? 0) <= place) low = middle
    else high = middle - 1
  }
  const found = inserts[low]
  return found && place >= found.value.start && place <= found.value.end ? found.header : undefined
}

function splitRow(text: string, start: number, end: number, above: Row | undefined): Row {
  if (end - start > LONGEST_ROW) return NO_ROW
  const line = text.slice(start, end)
  // A row below another is read as that one is.
  if (above && above.cells.length > 1) {
    const row = { delimiter: above.delimiter, cells: cellsOf(line, start, above.delimiter) }
    if (row.cells.length === above.cells.length) return row
  }
  for (const delimiter of ['|', '\t', ';', ',', '  ']) {
    if (!line.includes(delimiter)) continue
    const cells = cellsOf(line, start, delimiter)
    if (cells.length > 1) return { delimiter, cells }
  }
  return NO_ROW
}

function cellsOf(line: string, offset: number, delimiter: string): readonly Span[] {
  const cells: Span[] = []
  let start = 0
  let isQuoted = false
  const close = (end: number): void => {
    cells.push({ start: offset + start, end: offset + end })
  }
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"' && delimiter !== '|') isQuoted = !isQuoted
    if (isQuoted || !line.startsWith(delimiter, at)) continue
    close(at)
    if (delimiter === '  ') while (line[at + 1] === ' ') at += 1
    start = at + 1
  }
  close(line.length)
  const isBlank = ({ start: from, end }: Span): boolean =>
    line.slice(from - offset, end - offset).trim() === ''
  const first = cells[0]
  const last = cells.at(-1)
  // Pipes around a row and indents make empty cells at its sides.
  const body = first && isBlank(first) && delimiter !== ',' && delimiter !== ';' ? cells.slice(1) : cells
  return last && body.length > 1 && isBlank(last) && delimiter !== ',' && delimiter !== ';'
    ? body.slice(0, -1)
    : body
}

/** A value of an `INSERT`, and the name of its column. */
interface InsertedValue {
  readonly value: Span
  readonly header: Span
}

const HEAD = /\binsert\s{1,4}into\s{1,4}[\w."`[\]]{1,80}\s{0,4}\(([^()]{1,600})\)\s{0,4}values\s{0,4}/gi
const LONGEST_INSERT = 2_000

/** The values of all rows that a text inserts into named columns, in order. */
function indexInserts(text: string): readonly InsertedValue[] {
  const found: InsertedValue[] = []
  for (const match of text.matchAll(HEAD)) {
    const names = match[1] ?? ''
    const columns = splitList(names, match.index + match[0].lastIndexOf(names))
    let at = match.index + match[0].length
    while (text[at] === '(') {
      const end = rowEnd(text, at)
      if (end === undefined) break
      splitList(text.slice(at + 1, end), at + 1).forEach((value, column) => {
        const header = columns[column]
        if (header) found.push({ value, header })
      })
      at = end + 1
      while (/[,\s]/.test(text[at] ?? '') && at - end < 40) at += 1
    }
  }
  return found
}

/** Where the row that opens here closes; text in quotes does not count. */
function rowEnd(text: string, open: number): number | undefined {
  let isQuoted = false
  for (let at = open + 1; at < text.length && at - open < LONGEST_INSERT; at += 1) {
    if (text[at] === "'") isQuoted = !isQuoted
    else if (text[at] === ')' && !isQuoted) return at
  }
  return undefined
}

function splitList(list: string, offset: number): readonly Span[] {
  const parts: Span[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at <= list.length; at += 1) {
    if (list[at] === "'") isQuoted = !isQuoted
    if (at < list.length && (isQuoted || list[at] !== ',')) continue
    parts.push({ start: offset + start, end: offset + at })
    start = at + 1
  }
  return parts
}

/** Where each line begins. */
function splitLines(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The index of the last start that is not behind the place. */
function lineAt(starts: readonly number[], place: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
