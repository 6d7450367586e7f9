/** What the two databases write differently in a schema. Everything else is the same text for both. */
export interface SchemaDialect {
  readonly kind: 'sqlite' | 'postgres'
  readonly text: string
  /** Up to 2^53. */
  readonly integer: string
  readonly bytes: string
  /** Ends a table: no value of another type than its column's. */
  readonly strict: string
  /** Ends a table that is always reached by its key. */
  readonly strictByKey: string
  /** Rows of the table can be added, and not be changed by these. */
  readonly forbid: (table: string, changes: readonly ('update' | 'delete')[]) => readonly string[]
  /** Statements that change rows of such a table all the same: a new column gets its values. */
  readonly suspend: (
    table: string,
    change: 'update' | 'delete',
    statements: readonly string[],
  ) => readonly string[]
}

export const SQLITE_SCHEMA: SchemaDialect = {
  kind: 'sqlite',
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  strict: ' strict',
  strictByKey: ' strict, without rowid',
  forbid: (table, changes) => changes.map((change) => sqliteTrigger(table, change)),
  suspend: (table, change, statements) => [
    `drop trigger ${triggerName(table, change)}`,
    ...statements,
    sqliteTrigger(table, change),
  ],
}

function sqliteTrigger(table: string, change: 'update' | 'delete'): string {
  return `create trigger ${triggerName(table, change)} before ${change} on ${table}
      begin select raise(abort, '${table} are append-only'); end`
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
      (change) => `create trigger ${triggerName(table, change)} before ${change} on ${table}
      for each row execute function ${table}_refuse()`,
    ),
  ],
  suspend: (table, change, statements) => [
    `alter table ${table} disable trigger ${triggerName(table, change)}`,
    ...statements,
    `alter table ${table} enable trigger ${triggerName(table, change)}`,
  ],
}

/** The first name is as the first schema published it. */
function triggerName(table: string, change: 'update' | 'delete'): string {
  return change === 'update' ? `${table}_are_append_only` : `${table}_are_kept`
}
