import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { inChunks } from './in-chunks.ts'
import { statement } from './statement.ts'
import { findLacking, type Lacking } from './stored-hashes.ts'

/** Texts by content hash, each stored once in a workspace, exact to the code unit. */
export interface Objects {
  /** A text that is there already is left alone. */
  readonly put: (workspaceId: string, hash: string, text: string) => Statement
  readonly getMany: (workspaceId: string, hashes: Iterable<string>) => Promise<ReadonlyMap<string, string>>
  /** What of these has to be written. */
  readonly lacking: (workspaceId: string, hashes: Iterable<string>) => Promise<Lacking>
}

export function objects(database: Kysely<Schema>): Objects {
  const inWorkspace = (workspaceId: string, hashes: readonly string[]) =>
    database.selectFrom('objects').where('workspace_id', '=', workspaceId).where('hash', 'in', hashes)
  return {
    put: (workspaceId, hash, text) => {
      const values = { workspace_id: workspaceId, hash, ...toColumns(text) }
      return statement(
        workspaceId,
        database
          .insertInto('objects')
          .values(values)
          .onConflict((conflict) => conflict.doNothing())
          .compile(),
      )
    },
    getMany: async (workspaceId, hashes) => {
      const found = new Map<string, string>()
      for (const chunk of inChunks(hashes))
        for (const row of await inWorkspace(workspaceId, chunk).selectAll().execute())
          found.set(row.hash, fromColumns(row))
      return found
    },
    lacking: (workspaceId, hashes) => findLacking(database, { table: 'objects', workspaceId, hashes }),
  }
}

/** SQLite keeps text as UTF-8, in which a lone surrogate would become another character. */
function toColumns(text: string): Pick<Schema['objects'], 'text' | 'wide'> {
  return text.isWellFormed() ? { text, wide: null } : { text: null, wide: Buffer.from(text, 'utf16le') }
}

function fromColumns({ text, wide }: Schema['objects']): string {
  if (text !== null) return text
  return wide === null ? '' : Buffer.from(wide).toString('utf16le')
}
