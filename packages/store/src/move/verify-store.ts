import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { hashText } from '@varve/engine/internal'
import { NEWEST_SCHEMA } from '../migration/migrations.ts'
import { openConnection } from '../sqlite/open-connection.ts'
import { openingFailure } from '../sqlite/error-from-sqlite.ts'
import { StoreError } from '../store-error.ts'
import type { SqlValue } from '../statement.ts'
import {
  type Progress,
  readAll,
  type RowSource,
  findDifference,
  type Row,
  type TableSum,
} from './row-source.ts'
import { openRows, type StorePlace } from './store-place.ts'
import type { TableShape } from '../schema.ts'

export interface VerifyReport {
  readonly schema: number
  readonly tables: readonly TableSum[]
  /** Empty where the data is sound. */
  readonly problems: readonly string[]
}

/** Listing more problems than this helps nobody. */
const MOST_PROBLEMS = 100

/** Reads everything: the database's own checks, JSON that can be read, contents that have their hash. */
export async function verifyStore(
  place: StorePlace,
  onProgress?: (progress: Progress) => void,
): Promise<VerifyReport> {
  const damage = place.kind === 'sqlite' ? checkFile(place.path) : []
  const source = await openRows(place, { alone: false })
  try {
    const { schema } = source
    const other = schema === NEWEST_SCHEMA ? [] : [schemaProblem(schema)]
    // A damaged file cannot be relied on to be read to its end.
    if (damage.length > 0 || other.length > 0) return { schema, tables: [], problems: [...damage, ...other] }
    return { schema, ...(await readRows(source, onProgress)) }
  } finally {
    await source.close()
  }
}

async function readRows(
  source: RowSource,
  onProgress?: (progress: Progress) => void,
): Promise<Omit<VerifyReport, 'schema'>> {
  const problems: string[] = []
  const onPage = (table: TableShape, rows: readonly Row[]): void => {
    for (const row of rows) if (problems.length < MOST_PROBLEMS) problems.push(...rowProblems(table, row))
  }
  const tables = await readAll(source, { onPage, onProgress })
  const own = source.ownSums?.()
  const difference = own && findDifference(tables, own)
  if (difference !== undefined) problems.push(`The dump is not what was written: ${difference}.`)
  return { tables, problems }
}

function schemaProblem(schema: number): string {
  return schema > NEWEST_SCHEMA
    ? `The schema is ${schema}; this Varve knows ${NEWEST_SCHEMA}. Update Varve.`
    : `The schema is ${schema}, and the newest ${NEWEST_SCHEMA}. Run "varve db migrate".`
}

function checkFile(path: string): string[] {
  if (!existsSync(path)) throw new StoreError('input-output', `There is no database at ${path}.`)
  try {
    const connection = openConnection({ path, mode: 'read' })
    try {
      const found = connection.prepare('pragma integrity_check').all()
      const dangling = connection.prepare('pragma foreign_key_check').all()
      return [
        ...found.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok'),
        ...dangling.map((row) => `A row of ${String(row.table)} refers to none of ${String(row.parent)}.`),
      ].slice(0, MOST_PROBLEMS)
    } finally {
      connection.close()
    }
  } catch (error) {
    throw openingFailure(path, error)
  }
}

function rowProblems(table: TableShape, row: Row): readonly string[] {
  const problems: string[] = []
  for (const [index, { name, kind }] of table.columns.entries())
    if (kind === 'json' && !isJson(row[index]))
      problems.push(`${table.name}.${name} of ${describeRow(row)} is not JSON.`)
  if (table.name === 'objects' || table.name === 'blobs') {
    const [, hash, ...contents] = row
    if (hashOf(contents) !== hash)
      problems.push(`${table.name} ${describeRow(row)} is not what its hash says.`)
  }
  return problems
}

function isJson(value: SqlValue | undefined): boolean {
  if (typeof value !== 'string') return value === null
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** A text, a text as UTF-16, or bytes: one of the columns has it. */
function hashOf(contents: readonly SqlValue[]): string | undefined {
  const content = contents.find((value) => value !== null)
  if (typeof content === 'string') return sha256(content)
  if (!(content instanceof Uint8Array)) return undefined
  return contents.length === 2 ? hashText(Buffer.from(content).toString('utf16le')) : sha256(content)
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** By the columns of the key, which come first and are no content. */
function describeRow(row: Row): string {
  return row.slice(0, 2).map(String).join(' / ')
}
