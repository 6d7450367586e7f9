import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { inChunks } from './in-chunks.ts'
import { statement } from './statement.ts'

/** Texts by content hash, each stored once in a workspace, exact to the code unit. */
export interface Objects {
  /** A text that is there already is left alone. */
  readonly put: (workspaceId: string, hash: string, text: string) => Statement
  readonly getMany: (workspaceId: string, hashes: Iterable<string>) => Promise<ReadonlyMap<string, string>>
  /** Which of these are not stored yet. */
  readonly missing: (workspaceId: string, hashes: Iterable<string>) => Promise<ReadonlySet<string>>
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
    missing: async (workspaceId, hashes) => {
      const missing = new Set(hashes)
      for (const chunk of inChunks([...missing]))
        for (const row of await inWorkspace(workspaceId, chunk).select('hash').execute())
          missing.delete(row.hash)
      return missing
    },
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
