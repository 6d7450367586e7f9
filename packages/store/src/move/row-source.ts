import { type Row, TableDigest, type TableSum } from './table-digest.ts'
import { TABLES, type TableShape } from '../schema.ts'

/** Rows of a database as they were at one moment. The tables are read in their order, each once. */
export interface RowSource {
  /** The version of its schema. */
  readonly schema: number
  readonly pages: (table: TableShape) => AsyncIterable<readonly Row[]>
  /** What the source says of itself, where it says so; known once all has been read. */
  readonly ownSums?: () => readonly TableSum[] | undefined
  readonly close: () => Promise<void>
}

/** An empty database that takes rows: all of them, or none. */
export interface RowTarget {
  /** Tables come behind those that they refer to. */
  readonly insert: (table: TableShape, rows: readonly Row[]) => Promise<void>
  /** What was inserted, as the database gives it back; before `finish`. */
  readonly readBack: RowSource
  readonly finish: () => Promise<void>
  /** Leaves nothing behind; harmless after `finish`. */
  readonly abandon: () => Promise<void>
}

export interface Progress {
  readonly table: string
  /** Of this table, so far. */
  readonly rows: number
}

export interface Reading {
  /** Given each page before the next is read. */
  readonly onPage?: (table: TableShape, rows: readonly Row[]) => void | Promise<void>
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Reads every row, and sums up each table. */
export async function readAll(
  source: RowSource,
  { onPage, onProgress }: Reading = {},
): Promise<readonly TableSum[]> {
  const sums: TableSum[] = []
  for (const table of TABLES) {
    const digest = new TableDigest(table.name)
    for await (const rows of source.pages(table)) {
      for (const row of rows) digest.add(row)
      await onPage?.(table, rows)
      onProgress?.({ table: table.name, rows: digest.sum.rows })
    }
    sums.push(digest.sum)
  }
  return sums
}

/** Read by name, so that the order does not depend on when a column was added. */
export function selectRows({ name, columns }: TableShape): string {
  return `select ${columns.map((column) => `"${column.name}"`).join(', ')} from "${name}"`
}

/** Rows that are handled at once: few where each may be large. */
export function pageLength({ columns }: TableShape): number {
  return columns.some(({ kind }) => kind === 'bytes') ? 10 : 200
}
