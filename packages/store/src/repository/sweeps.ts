import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import type { CallPlace } from './calls.ts'
import { inChunks } from './parse-json.ts'
import { spareStatements } from './contents.ts'

/** Something that refers to contents by hash: the state of a turn, or a call. */
export type StoredRoot =
  | { readonly kind: 'clear'; readonly json: string }
  | { readonly kind: 'sealed'; readonly place: CallPlace; readonly bytes: Uint8Array }

/** The queries and statements of a sweep. */
export interface Sweeps {
  /** How many there were: what was known of storage before one is to be asked again. */
  readonly count: (workspaceId: string) => Promise<number>
  /** Of everything that is stored by its hash, in pages. */
  readonly hashes: (workspaceId: string) => AsyncIterable<readonly string[]>
  /** Everything that names hashes, in pages. */
  readonly roots: (workspaceId: string) => AsyncIterable<readonly StoredRoot[]>
  /** Since when nothing refers to them. */
  readonly unreferred: (workspaceId: string) => Promise<ReadonlyMap<string, number>>
  /** One more sweep, which found these. */
  readonly mark: (found: {
    readonly workspaceId: string
    readonly hashes: Iterable<string>
    readonly since: number
  }) => readonly Statement[]
  /** These are referred to after all. */
  readonly spare: (workspaceId: string, hashes: Iterable<string>) => readonly Statement[]
  /** Takes away those of these that were marked so long ago and are so still. */
  readonly remove: (found: {
    readonly workspaceId: string
    readonly hashes: Iterable<string>
    readonly markedBefore: number
  }) => readonly Statement[]
}

/** One synchronous read on the main thread: keep it small. */
const PAGE = 100
const HASHES = 2000

export function sweeps(database: Kysely<Schema>): Sweeps {
  return {
    count: async (workspaceId) => {
      const row = await database
        .selectFrom('sweeps')
        .select('number')
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst()
      return row?.number ?? 0
    },
    hashes: async function* (workspaceId) {
      for (const table of TABLES) yield* hashesIn(database, table, workspaceId)
    },
    roots: async function* (workspaceId) {
      yield* stateRoots(database, workspaceId)
      yield* callRoots(database, workspaceId)
    },
    unreferred: async (workspaceId) => {
      const rows = await database
        .selectFrom('unreferenced')
        .select(['hash', 'since'])
        .where('workspace_id', '=', workspaceId)
        .execute()
      return new Map(rows.map(({ hash, since }) => [hash, since]))
    },
    mark: ({ workspaceId, hashes, since }) => [
      statement(
        workspaceId,
        sql`insert into sweeps (workspace_id, number) values (${workspaceId}, 1)
          on conflict (workspace_id) do update set number = sweeps.number + 1`.compile(database),
      ),
      ...[...inChunks(hashes)].flatMap((chunk) =>
        TABLES.map((table) => markIn(database, { table, workspaceId, chunk, since })),
      ),
    ],
    spare: (workspaceId, hashes) => spareStatements(database, workspaceId, hashes),
    remove: ({ workspaceId, hashes, markedBefore }) =>
      [...inChunks(hashes)].flatMap((chunk) => removeStatements(database, workspaceId, chunk, markedBefore)),
  }
}

const TABLES = ['objects', 'call_pages'] as const
type Table = (typeof TABLES)[number]

/** Only what is still there: another sweep may have been faster. */
function markIn(
  database: Kysely<Schema>,
  {
    table,
    workspaceId,
    chunk,
    since,
  }: {
    readonly table: Table
    readonly workspaceId: string
    readonly chunk: readonly string[]
    readonly since: number
  },
): Statement {
  const found = database
    .selectFrom(table)
    .select(['workspace_id', 'hash', sql<number>`${sql.lit(since)}`.as('since')])
    .where('workspace_id', '=', workspaceId)
    .where('hash', 'in', chunk)
  return statement(
    workspaceId,
    database
      .insertInto('unreferenced')
      .columns(['workspace_id', 'hash', 'since'])
      .expression(found)
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
  )
}

function removeStatements(
  database: Kysely<Schema>,
  workspaceId: string,
  chunk: readonly string[],
  markedBefore: number,
): readonly Statement[] {
  const marked = database
    .selectFrom('unreferenced')
    .select('hash')
    .where('workspace_id', '=', workspaceId)
    .where('since', '<=', markedBefore)
    .where('hash', 'in', chunk)
  const from = (table: Table | 'unreferenced'): Statement =>
    statement(
      workspaceId,
      database
        .deleteFrom(table)
        .where('workspace_id', '=', workspaceId)
        .where('hash', 'in', marked)
        .compile(),
    )
  return [...TABLES.map(from), from('unreferenced')]
}

async function* hashesIn(database: Kysely<Schema>, table: Table, workspaceId: string) {
  for (let after = ''; ; ) {
    const rows = await database
      .selectFrom(table)
      .select('hash')
      .where('workspace_id', '=', workspaceId)
      .where('hash', '>', after)
      .orderBy('hash')
      .limit(HASHES)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ hash }) => hash)
    after = last.hash
  }
}

async function* stateRoots(database: Kysely<Schema>, workspaceId: string) {
  for (let after = ''; ; ) {
    const rows = await database
      .selectFrom('engine_states')
      .select(['turn_id', 'root'])
      .where('workspace_id', '=', workspaceId)
      .where('turn_id', '>', after)
      .orderBy('turn_id')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ root }): StoredRoot => ({ kind: 'clear', json: root }))
    after = last.turn_id
  }
}

/** By answer; an answer may have more calls than a page, so its own are read to their end. */
async function* callRoots(database: Kysely<Schema>, workspaceId: string) {
  for (let [answer, number] = ['', 0]; ; ) {
    const rows = await database
      .selectFrom('calls')
      .select(['answer_id', 'number', 'root', 'sealed'])
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`(answer_id, number) > (${answer}, ${number})`)
      .orderBy('answer_id')
      .orderBy('number')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row): StoredRoot => {
      const place = { workspaceId, answerId: row.answer_id, number: row.number }
      return row.sealed ? { kind: 'sealed', place, bytes: row.sealed } : { kind: 'clear', json: row.root }
    })
    ;[answer, number] = [last.answer_id, last.number]
  }
}
