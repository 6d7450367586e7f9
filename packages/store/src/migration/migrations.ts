import { initialSchema } from './0001-initial.ts'
import { apiKeysSchema } from './0002-api-keys.ts'
import { POSTGRES_SCHEMA, type SchemaDialect, type SchemaStep, SQLITE_SCHEMA } from './schema-dialect.ts'

/** One step of the schema, as statements for one database. */
export interface Migration {
  /** 1, 2, 3 … without a gap. */
  readonly version: number
  readonly name: string
  readonly statements: readonly string[]
}

/** Every step from an empty database to this program's schema. Steps are only added; a released one never changes. */
const STEPS: readonly SchemaStep[] = [initialSchema, apiKeysSchema]

export const MIGRATIONS: readonly Migration[] = migrationsFor(SQLITE_SCHEMA)
export const POSTGRES_MIGRATIONS: readonly Migration[] = migrationsFor(POSTGRES_SCHEMA)
export const NEWEST_SCHEMA = STEPS.length

function migrationsFor(dialect: SchemaDialect): readonly Migration[] {
  return STEPS.map(({ version, name, statements }) => ({ version, name, statements: statements(dialect) }))
}

/** Why a database with a newer schema is not written. */
export function newerMessage(found: number, newest: number): string {
  return `This data was written by a newer Varve (schema ${found}; this one knows ${newest}). It can be read, not changed: update Varve.`
}

/** The table in which versions before the first release kept their number. */
export const PREVIEW_TABLE = 'schema_version'

/** Why a database from before the first release is not opened, and what its owner can do. */
export const PREVIEW_MESSAGE =
  'This data was written by a preview of Varve, which this version can’t open; it was not changed. Export its chats with the Varve that wrote it ("varve chats export"), move it away, and start again.'
