import { createHash } from 'node:crypto'
import type { SqlValue } from '../statement.ts'

/** The values of a row, in the order of the columns of its shape. */
export type Row = readonly SqlValue[]

export interface TableSum {
  readonly table: string
  readonly rows: number
  /** Of all rows in any order: the same wherever they are kept. */
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
