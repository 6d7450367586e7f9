import { parseStorePlace, readStore, type Store, type WorkspaceRecord } from '@varve/store'
import type { Clock } from '../clock.ts'
import { AppError, toAppError } from '../app-error.ts'
import { chosenWorkspaces } from '../workspaces/chosen-workspaces.ts'
import { showTurnStatistics } from '../usage/show-turn-statistics.ts'
import type { TurnStatisticsView } from '@varve/contract'

export interface StatisticsToolsOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly clock: Clock
}

export interface StatisticsWanted {
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
