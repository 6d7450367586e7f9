import { type RawBuilder, sql } from 'kysely'

/** The next of the numbers that files and versions share. A file that was removed leaves its number with its version, so the highest one of both never falls. */
export function nextFileNumber(workspaceId: string): RawBuilder<number> {
  return sql<number>`(select coalesce(max(used), 0) + 1 from (
    select max(revision) as used from files where workspace_id = ${workspaceId}
    union all select max(sequence) from file_versions where workspace_id = ${workspaceId}) as numbers)`
}
