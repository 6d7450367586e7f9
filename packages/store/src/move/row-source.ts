import { TABLES, type TableShape } from '../schema.ts'
import { createHash } from 'node:crypto'
import type { SqlValue } from '../statement.ts'

/** Rows of a database as they were at one moment. The tables are read in their order, each once. */
export interface RowSource {
  /** The version of its schema. */
  readonly schema: number
  readonly pages: (table: TableShape) => AsyncIterable<readonly Row[]>
  /** The checksums that the source recorded, if any; known once all of it has been read. */
  readonly ownSums?: () => readonly TableSum[] | undefined
  readonly close: () => Promise<void>
}

/** An empty database that takes rows: all of them, or none. */
export interface RowTarget {
  /** Tables come behind those that they refer to. */
  readonly insert: (table: TableShape, rows: readonly Row[]) => Promise<void>
  /** The inserted rows, as the database returns them; before `finish`. */
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

/** The values of a row, in the order of the columns of its shape. */
export type Row = readonly SqlValue[]

export interface TableSum {
  readonly table: string
  readonly rows: number
  /** Of all rows in any order: the same for every kind of storage. */
  readonly hash: string
}

const MODULUS = 1n << 256n

/** Adds up the hashes of rows, so that two databases can be compared without an order of their rows. */
export class TableDigest {
  readonly #table: string
  #rows = 0
  #sum = 0n

  constructor(table: string) {
    this.#table = table
  }

  add(row: Row): void {
    this.#rows += 1
    this.#sum = (this.#sum + BigInt(`0x${hashRow(row)}`)) % MODULUS
  }

  get sum(): TableSum {
    return { table: this.#table, rows: this.#rows, hash: this.#sum.toString(16).padStart(64, '0') }
  }
}

/** JSON has a form for every code unit, also for those that UTF-8 has none for. */
function hashRow(row: Row): string {
  const values = row.map((value) =>
    value instanceof Uint8Array ? { bytes: createHash('sha256').update(value).digest('hex') } : value,
  )
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

/** The first table in which two databases differ. */
export function findDifference(first: readonly TableSum[], second: readonly TableSum[]): string | undefined {
  const byTable = new Map(second.map((sum) => [sum.table, sum]))
  for (const { table, rows, hash } of first) {
    const other = byTable.get(table)
    if (rows !== other?.rows) return `${table} has ${rows} rows, and ${other?.rows ?? 0} on the other side`
    if (hash !== other.hash) return `${table} has the same number of rows, but not the same content`
  }
  return undefined
}
