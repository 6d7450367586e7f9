import type { Store } from '@varve/store'
import type { AuditEntryView } from '@varve/contract'

const PAGE = 1000

export interface AuditWanted {
  readonly workspaceId: string
  /** Entries from this time on, by each entry's own time: clocks can go back. */
  readonly since?: number | undefined
}

/** Everything that was written down about a workspace, oldest first: never a value. */
export async function auditEntries(
  { audit }: Pick<Store, 'audit'>,
  { workspaceId, since = Number.NEGATIVE_INFINITY }: AuditWanted,
): Promise<readonly AuditEntryView[]> {
  const entries: AuditEntryView[] = []
  for (let after = 0; ; ) {
    const some = await audit.list(workspaceId, { after, most: PAGE })
    for (const { sequence, at, actor, action, detail } of some)
      if (at >= since) {
        const time = new Date(at).toISOString()
        entries.push({ sequence, at: time, ...(actor === undefined ? {} : { actor }), action, detail })
      }
    const last = some.at(-1)
    if (!last || some.length < PAGE) return entries
    after = last.sequence
  }
}
