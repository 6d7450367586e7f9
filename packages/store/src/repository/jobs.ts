import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { parseJson } from './parse-json.ts'
import { statement } from './statement.ts'
import type { JobAttempt, JobPlace, JobRecord } from './job-record.ts'

export interface Jobs {
  readonly insert: (job: Omit<JobRecord, 'state' | 'attempts' | 'error'>) => Statement
  /** A conflict where another began this attempt first. */
  readonly start: (attempt: JobAttempt & { readonly lostAfter: number }) => Statement
  readonly finish: (attempt: JobAttempt) => Statement
  /** Without a time there is no further attempt. */
  readonly fail: (
    attempt: JobAttempt & { readonly error: string; readonly retryAfter?: number | undefined },
  ) => Statement
  readonly get: (place: JobPlace) => Promise<JobRecord | undefined>
  /** Of all workspaces, longest due first. */
  readonly due: (now: number, most: number) => Promise<readonly JobRecord[]>
}

export function jobs(database: Kysely<Schema>): Jobs {
  const all = database.selectFrom('jobs').selectAll()
  const change = ({ workspaceId, id }: JobPlace, attempts: number) =>
    database
      .updateTable('jobs')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('attempts', '=', attempts)
  return {
    insert: ({ workspaceId, id, kind, payload, runAfter }) => {
      const values = { workspace_id: workspaceId, id, kind, payload: JSON.stringify(payload) }
      const fresh = { state: 'waiting', run_after: runAfter, attempts: 0, error: null } as const
      return statement(
        workspaceId,
        database
          .insertInto('jobs')
          .values({ ...values, ...fresh })
          .compile(),
      )
    },
    start: ({ attempt, lostAfter, ...place }) =>
      statement(
        place.workspaceId,
        change(place, attempt - 1)
          .where('state', 'in', ['waiting', 'running'])
          .set({ state: 'running', attempts: attempt, run_after: lostAfter })
          .compile(),
        1,
      ),
    finish: ({ attempt, ...place }) =>
      statement(
        place.workspaceId,
        change(place, attempt).where('state', '=', 'running').set({ state: 'done', error: null }).compile(),
        1,
      ),
    fail: ({ attempt, error, retryAfter, ...place }) => {
      const next = retryAfter === undefined ? { state: 'failed' as const } : waiting(retryAfter)
      return statement(
        place.workspaceId,
        change(place, attempt)
          .where('state', '=', 'running')
          .set({ ...next, error })
          .compile(),
        1,
      )
    },
    get: async ({ workspaceId, id }) => {
      const row = await all.where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    due: async (now, most) => {
      const rows = await all
        .where('state', 'in', ['waiting', 'running'])
        .where('run_after', '<=', now)
        .orderBy('run_after')
        .orderBy('workspace_id')
        .orderBy('id')
        .limit(most)
        .execute()
      return rows.map(fromRow)
    },
  }
}

function waiting(retryAfter: number): Pick<Schema['jobs'], 'state' | 'run_after'> {
  return { state: 'waiting', run_after: retryAfter }
}

function fromRow(row: Schema['jobs']): JobRecord {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    kind: row.kind,
    state: row.state,
    payload: parseJson(row.payload, `job ${row.id}`),
    runAfter: row.run_after,
    attempts: row.attempts,
    error: row.error ?? undefined,
  }
}
