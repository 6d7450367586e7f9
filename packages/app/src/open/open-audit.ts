import { parseStorePlace, readStore } from '@varve/store'
import { AppError, toAppError } from '../app-error.ts'
import type { AuditEntryView } from '../views.ts'
import { chosenWorkspaces } from '../workspaces/chosen-workspaces.ts'
import { auditEntries } from '../guard/audit-entries.ts'

export interface AuditToolsWanted {
  /** A workspace by its folder or its id; all of them, each by itself, where it is left out. */
  readonly workspace?: string | undefined
  readonly since?: number | undefined
}

export interface WorkspaceAudit {
  readonly workspaceId: string
  readonly name: string
  /** Oldest first. */
  readonly entries: readonly AuditEntryView[]
}

/** The audit without the rest of the app, also while Varve runs on the same data. */
export interface AuditTools {
  readonly read: (wanted: AuditToolsWanted) => Promise<readonly WorkspaceAudit[]>
  readonly close: () => Promise<void>
}

/** `database` is a file, or `postgres://…` for a PostgreSQL. */
export async function openAudit({ database }: { readonly database: string }): Promise<AuditTools> {
  const place = parseStorePlace(database)
  if (place.kind === 'dump') throw new AppError('message-invalid', 'The audit of a backup cannot be read.')
  try {
    const store = await readStore(place)
    return {
      read: async ({ workspace, since }) => {
        try {
          const all: WorkspaceAudit[] = []
          for (const { id: workspaceId, name } of chosenWorkspaces(await store.workspaces.list(), workspace))
            all.push({ workspaceId, name, entries: await auditEntries(store, { workspaceId, since }) })
          return all
        } catch (error) {
          throw toAppError(error)
        }
      },
      close: store.close,
    }
  } catch (error) {
    throw toAppError(error)
  }
}
