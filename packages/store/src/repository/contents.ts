import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { inChunks, parseJson } from './parse-json.ts'

/** Texts by content hash, each stored once in a workspace, exact to the code unit. */
export interface Objects {
  /** Does nothing if the text is already there. */
  readonly put: (workspaceId: string, hash: string, text: string) => Statement
  readonly getMany: (workspaceId: string, hashes: Iterable<string>) => Promise<ReadonlyMap<string, string>>
  /** The ones that have to be written. */
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

/** Bytes by content hash, each stored once per workspace: pictures as sent, uploaded files. */
export interface Blobs {
  /** Does nothing if the bytes are already there. */
  readonly put: (workspaceId: string, hash: string, bytes: Uint8Array) => Statement
  readonly get: (workspaceId: string, hash: string) => Promise<Uint8Array | undefined>
}

export function blobs(database: Kysely<Schema>): Blobs {
  return {
    put: (workspaceId, hash, bytes) =>
      statement(
        workspaceId,
        database
          .insertInto('blobs')
          .values({ workspace_id: workspaceId, hash, bytes })
          .onConflict((conflict) => conflict.doNothing())
          .compile(),
      ),
    get: async (workspaceId, hash) => {
      const row = await database
        .selectFrom('blobs')
        .select('bytes')
        .where('workspace_id', '=', workspaceId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return row?.bytes
    },
  }
}

/** Pages of long lists in the bodies of calls, by the hash of what is sealed in them, each stored once. */
export interface CallPages {
  /** Does nothing if it is already there. */
  readonly put: (workspaceId: string, hash: string, sealed: Uint8Array) => Statement
  readonly getMany: (
    workspaceId: string,
    hashes: Iterable<string>,
  ) => Promise<ReadonlyMap<string, Uint8Array>>
  /** The ones that have to be written. */
  readonly lacking: (workspaceId: string, hashes: Iterable<string>) => Promise<Lacking>
}

export function callPages(database: Kysely<Schema>): CallPages {
  const inWorkspace = (workspaceId: string, hashes: readonly string[]) =>
    database.selectFrom('call_pages').where('workspace_id', '=', workspaceId).where('hash', 'in', hashes)
  return {
    put: (workspaceId, hash, sealed) =>
      statement(
        workspaceId,
        database
          .insertInto('call_pages')
          .values({ workspace_id: workspaceId, hash, sealed })
          .onConflict((conflict) => conflict.doNothing())
          .compile(),
      ),
    getMany: async (workspaceId, hashes) => {
      const found = new Map<string, Uint8Array>()
      for (const chunk of inChunks(hashes))
        for (const { hash, sealed } of await inWorkspace(workspaceId, chunk)
          .select(['hash', 'sealed'])
          .execute())
          found.set(hash, sealed)
      return found
    },
    lacking: (workspaceId, hashes) => findLacking(database, { table: 'call_pages', workspaceId, hashes }),
  }
}

/** The writes that put these hashes into storage and keep them there. */
export interface Lacking {
  /** Those that are not stored, and those that a sweep is about to take away. */
  readonly missing: ReadonlySet<string>
  /** Comes with the writes: what a sweep was about to take away is needed again. */
  readonly spare: readonly Statement[]
}

/** Looks for hashes in one of the tables that keep contents by them. */
export async function findLacking(
  database: Kysely<Schema>,
  { table, workspaceId, hashes }: HashesIn,
): Promise<Lacking> {
  const missing = new Set(hashes)
  const condemned = new Set<string>()
  for (const chunk of inChunks([...missing])) {
    const rows = await database
      .selectFrom(table)
      .leftJoin('unreferenced', (join) =>
        join
          .onRef('unreferenced.workspace_id', '=', `${table}.workspace_id`)
          .onRef('unreferenced.hash', '=', `${table}.hash`),
      )
      .select([`${table}.hash as hash`, 'unreferenced.since as since'])
      .where(`${table}.workspace_id`, '=', workspaceId)
      .where(`${table}.hash`, 'in', chunk)
      .execute()
    for (const { hash, since } of rows)
      if (since === null) missing.delete(hash)
      else condemned.add(hash)
  }
  return { missing, spare: spareStatements(database, workspaceId, condemned) }
}

export interface HashesIn {
  readonly table: 'objects' | 'call_pages'
  readonly workspaceId: string
  readonly hashes: Iterable<string>
}

/** The writes after which nothing takes these away. */
export function spareStatements(
  database: Kysely<Schema>,
  workspaceId: string,
  hashes: Iterable<string>,
): readonly Statement[] {
  return [...inChunks(hashes)].map((chunk) =>
    statement(
      workspaceId,
      database
        .deleteFrom('unreferenced')
        .where('workspace_id', '=', workspaceId)
        .where('hash', 'in', chunk)
        .compile(),
    ),
  )
}

export interface RequestRecord {
  /** Of what was asked for: the same key for another request is a mistake of the client. */
  readonly fingerprint: string
  readonly response: unknown
}

/** Requests that were done, by the client's own key. Written in the same batch as what they did. */
export interface Requests {
  /** A second request under the same key is a conflict. */
  readonly put: (
    request: RequestRecord & { readonly workspaceId: string; readonly key: string; readonly at: number },
  ) => Statement
  readonly get: (workspaceId: string, key: string) => Promise<RequestRecord | undefined>
}

export function requests(database: Kysely<Schema>): Requests {
  return {
    put: ({ workspaceId, key, fingerprint, response, at }) => {
      const values = { workspace_id: workspaceId, key, fingerprint, response: JSON.stringify(response), at }
      return statement(workspaceId, database.insertInto('requests').values(values).compile())
    },
    get: async (workspaceId, key) => {
      const row = await database
        .selectFrom('requests')
        .select(['fingerprint', 'response'])
        .where('workspace_id', '=', workspaceId)
        .where('key', '=', key)
        .executeTakeFirst()
      return row && { fingerprint: row.fingerprint, response: parseJson(row.response, `request ${key}`) }
    },
  }
}
