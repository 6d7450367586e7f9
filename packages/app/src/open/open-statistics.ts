import { parseStorePlace, readStore, type Store, type WorkspaceRecord } from '@varve/store'
import type { AuditEntryView, TurnStatisticsView } from '@varve/contract'
import type { Clock } from '../clock.ts'
import { AppError, toAppError } from '../app-error.ts'
import { chosenWorkspaces } from '../workspaces/named-workspaces.ts'
import { showTurnStatistics } from '../usage/show-turn-statistics.ts'
import { auditEntries } from '../guard/audit-entries.ts'

export interface StatisticsToolsOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly clock: Clock
}

interface StatisticsWanted {
  /** A workspace by its folder or its id; all of them, each by itself, where it is left out. */
  readonly workspace?: string | undefined
  readonly chatId?: string | undefined
  readonly since?: number | undefined
}

export interface WorkspaceStatistics {
  readonly workspaceId: string
  readonly name: string
  readonly statistics: TurnStatisticsView
}

/** Statistics without the rest of the app, also while Varve runs on the same data. */
export interface StatisticsTools {
  readonly read: (wanted: StatisticsWanted) => Promise<readonly WorkspaceStatistics[]>
  readonly close: () => Promise<void>
}

export async function openStatistics({ database, clock }: StatisticsToolsOptions): Promise<StatisticsTools> {
  const place = parseStorePlace(database)
  if (place.kind === 'dump') throw new AppError('message-invalid', 'A backup of a server has no statistics.')
  try {
    const store = await readStore(place)
    return {
      read: async ({ workspace, chatId, since }) => {
        try {
          const chosen = chosenWorkspaces(await store.workspaces.list(), workspace)
          const workspaces = chatId === undefined ? chosen : await withChat(store, chosen, chatId)
          const all: WorkspaceStatistics[] = []
          for (const { id: workspaceId, name } of workspaces)
            all.push({
              workspaceId,
              name,
              statistics: await showTurnStatistics({ store, clock }, { workspaceId, chatId, since }),
            })
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

/** Those that have the chat, also in the trash. */
async function withChat(
  { conversations }: Pick<Store, 'conversations'>,
  workspaces: readonly WorkspaceRecord[],
  chatId: string,
): Promise<readonly WorkspaceRecord[]> {
  const found: WorkspaceRecord[] = []
  for (const workspace of workspaces)
    if ((await conversations.some(workspace.id, [chatId])).length > 0) found.push(workspace)
  if (found.length === 0) throw new AppError('chat-not-found', `There is no chat "${chatId}".`)
  return found
}

interface AuditToolsWanted {
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
