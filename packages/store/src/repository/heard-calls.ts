import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { parseJson } from './parse-json.ts'

/** What came back from a call. */
export interface HeardCall {
  /** When it began, how long it took, how it ended and what it used, as JSON: no word of anyone. */
  readonly heard: unknown
  /** What the model wrote: only the app can read it. Undefined once it was deleted, and where it could not be sealed. */
  readonly sealed: Uint8Array | undefined
}

/** What came back from the calls of an answer, by number; undefined where nothing is known of it. */
export async function heardOf(
  database: Kysely<Schema>,
  { workspaceId, answerId }: { readonly workspaceId: string; readonly answerId: string },
): Promise<ReadonlyMap<number, HeardCall | undefined>> {
  const rows = await database
    .selectFrom('calls')
    .select(['number', 'response', 'response_sealed'])
    .where('workspace_id', '=', workspaceId)
    .where('answer_id', '=', answerId)
    .orderBy('number')
    .execute()
  const where = `a call of answer ${answerId}`
  return new Map(
    rows.map(({ number, response: heard, response_sealed: sealed }) => [
      number,
      heard === null ? undefined : { heard: parseJson(heard, where), sealed: sealed ?? undefined },
    ]),
  )
}
