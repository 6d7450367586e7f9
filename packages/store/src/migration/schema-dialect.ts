/** The schema syntax that differs between the two databases. All other SQL is the same for both. */
export interface SchemaDialect {
  readonly kind: 'sqlite' | 'postgres'
  readonly text: string
  /** Up to 2^53. */
  readonly integer: string
  readonly bytes: string
  /** Ends a table: no value of another type than its column's. */
  readonly strict: string
  /** Ends a table of small rows that is always reached by its key. */
  readonly strictByKey: string
  /** Rows of the table can be added, and not be changed by these. */
  readonly forbid: (table: string, changes: readonly ('update' | 'delete')[]) => readonly string[]
}

/** A step of the schema for both databases. */
export interface SchemaStep {
  /** 1, 2, 3 … without a gap. */
  readonly version: number
  readonly name: string
  readonly statements: (dialect: SchemaDialect) => readonly string[]
}

export const SQLITE_SCHEMA: SchemaDialect = {
  kind: 'sqlite',
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  strict: ' strict',
  strictByKey: ' strict, without rowid',
  forbid: (table, changes) =>
    changes.map(
      (change) => `create trigger ${table}_refuse_${change} before ${change} on ${table}
      begin select raise(abort, '${table} are append-only'); end`,
    ),
}

export const POSTGRES_SCHEMA: SchemaDialect = {
  kind: 'postgres',
  // By code point, as SQLite compares.
  text: 'text collate "C"',
  integer: 'bigint',
  bytes: 'bytea',
  strict: '',
  strictByKey: '',
  forbid: (table, changes) => [
    `create function ${table}_refuse() returns trigger language plpgsql as
      $$ begin raise exception '${table} are append-only' using errcode = 'restrict_violation'; end $$`,
    ...changes.map(
      (change) => `create trigger ${table}_refuse_${change} before ${change} on ${table}
      for each row execute function ${table}_refuse()`,
    ),
  ],
}
