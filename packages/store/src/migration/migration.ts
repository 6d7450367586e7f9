import type { SchemaDialect } from './schema-dialect.ts'

/** One step of the schema. Steps are only ever appended; a published one is never changed. */
export interface Migration {
  /** 1, 2, 3 … without a gap. */
  readonly version: number
  readonly name: string
  readonly statements: readonly string[]
}

/** A step for both databases. */
export interface SchemaStep extends Omit<Migration, 'statements'> {
  readonly statements: (dialect: SchemaDialect) => readonly string[]
}
