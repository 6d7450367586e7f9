import type { DatabaseSync } from 'node:sqlite'
import { type Migration, PREVIEW_MESSAGE, PREVIEW_TABLE } from '../migration/migrations.ts'
import { StoreError } from '../store-error.ts'
import { valueOf, openConnection } from './open-connection.ts'
import { renameSync, rmSync } from 'node:fs'
import { makePrivateFile, syncFolderOf, syncToDisk } from './private-file.ts'

/** The version of a database file; 0 for one without a schema. Refuses one from before the first release. */
export function schemaVersion(connection: DatabaseSync): number {
  const has = (table: string): boolean =>
    valueOf(connection, `select count(*) from sqlite_schema where name = '${table}'`) !== 0
  if (has(PREVIEW_TABLE)) throw new StoreError('schema-preview', PREVIEW_MESSAGE)
  return has('migrations')
    ? Number(valueOf(connection, 'select coalesce(max(version), 0) from migrations'))
    : 0
}

/**
 * Brings a database to the newest schema. A file with something in it is checked and copied first. Each
 * step commits together with its version, so a kill at any moment leaves one whole version. A new file gets all of
 * them as one: each commit waits for the disk, and there is nothing yet that a step could lose.
 */
export function migrate(connection: DatabaseSync, path: string, migrations: readonly Migration[]): void {
  const from = schemaVersion(connection)
  const pending = migrations.filter((migration) => migration.version > from)
  if (pending.length === 0) return
  if (from > 0) {
    checkIntegrity(connection)
    backUpFile(connection, backupPath(path, from))
  }
  for (const together of from > 0 ? pending.map((migration) => [migration]) : [pending])
    apply(connection, together)
}

/** Path of the copy made before upgrading from a version. */
export function backupPath(path: string, version: number): string {
  return `${path}.v${version}.bak`
}

function apply(connection: DatabaseSync, migrations: readonly Migration[]): void {
  connection.exec('begin immediate')
  try {
    connection.exec(
      'create table if not exists migrations (version integer primary key, name text not null) strict',
    )
    for (const { version, name, statements } of migrations) {
      for (const statement of statements) connection.exec(statement)
      connection.prepare('insert into migrations (version, name) values (?, ?)').run(version, name)
    }
    connection.exec('commit')
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}

function checkIntegrity(connection: DatabaseSync): void {
  const result = valueOf(connection, 'pragma integrity_check')
  if (result !== 'ok')
    throw new StoreError('corrupt', `The database is damaged and was not upgraded: ${String(result)}.`)
}

/** Copies a database, also while it is being written. The copy gets its name only when it is whole and on disk. */
export function backUpFile(connection: DatabaseSync, target: string): void {
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  // An empty file keeps its mode, so that the copy is as private as the original.
  makePrivateFile(partial)
  connection.prepare('vacuum into ?').run(partial)
  const copy = openConnection({ path: partial, mode: 'read' })
  try {
    const result = valueOf(copy, 'pragma integrity_check')
    if (result !== 'ok') throw new StoreError('corrupt', `The copy is damaged: ${String(result)}.`)
  } finally {
    copy.close()
  }
  syncToDisk(partial)
  renameSync(partial, target)
  syncFolderOf(target)
}
