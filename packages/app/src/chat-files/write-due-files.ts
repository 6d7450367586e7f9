import { notice as noticeOf } from '@varve/contract'
import type { ChatFileBehind, Statement, WorkspaceRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { openedForChats } from '../files/opened-for-chats.ts'
import { readWorkspaceSettings } from '../files/workspace-settings.ts'
import type { ChatFilesTried } from './chat-file-queue.ts'
import { trashChatFile, writeChatFile } from './write-chat-file.ts'

/** Chats to notify about a missing folder; users look at the newest ones. */
const MOST_TOLD = 50

/** Workspaces in which a chat is newer than its file. */
export async function findDueWorkspaces(context: AppContext): Promise<readonly string[]> {
  const { store } = context
  try {
    if (store.readOnly !== undefined) return []
    const due: string[] = []
    for (const { id, kind } of await store.workspaces.list())
      if (hasFiles(context, kind) && (await store.chatFiles.behind(id)).length > 0) due.push(id)
    return due
  } catch (error) {
    tell(context, error)
    return []
  }
}

/**
 * Writes every outdated chat file of a workspace. Failures are reported, unless they will be retried, and
 * stay due.
 */
export async function writeDueFiles(
  context: AppContext,
  workspaceId: string,
  isAgain = false,
): Promise<ChatFilesTried> {
  const { store } = context
  // Once is enough: a drive that is not plugged in is looked for every few seconds.
  const say = (error: unknown): void => (isAgain ? undefined : tell(context, error))
  try {
    if (store.readOnly !== undefined) return 'written'
    const { chatFiles } = await readWorkspaceSettings(store, workspaceId)
    const record = await store.workspaces.get(workspaceId)
    if (chatFiles === 'off' || !record || !hasFiles(context, record.kind)) return 'written'
    // Of several programs on one database, one writes: two would each make a file of their own for a new chat.
    const tried = await store.withLease(`chat files ${workspaceId}`, async () => {
      const behind = await store.chatFiles.behind(workspaceId)
      return behind.length > 0 ? writeAll(context, { workspaceId, behind, say }) : 'written'
    })
    return tried ?? 'behind'
  } catch (error) {
    say(error)
    return 'behind'
  }
}

interface FilesToWrite {
  readonly workspaceId: string
  readonly behind: readonly ChatFileBehind[]
  readonly say: (error: unknown) => void
}

async function writeAll(
  context: AppContext,
  { workspaceId, behind, say }: FilesToWrite,
): Promise<ChatFilesTried> {
  const opened = await openedForChats(context, workspaceId).catch(async (error: unknown) => {
    await remember(context, workspaceId, behind.slice(-MOST_TOLD), error)
    throw error
  })
  let outcome: ChatFilesTried = 'written'
  for (const chat of behind) {
    if (context.chatFiles.isLeft) return 'behind'
    const place = { opened, workspaceId, chatId: chat.conversationId }
    try {
      await (chat.isTrashed ? trashChatFile(context, place) : writeChatFile(context, place))
    } catch (error) {
      say(error)
      outcome = 'behind'
      await remember(context, workspaceId, [chat], error)
    }
  }
  return outcome
}

function hasFiles({ openInDatabase }: AppContext, kind: WorkspaceRecord['kind']): boolean {
  return kind === 'folder' || openInDatabase !== undefined
}

/** So that anyone who opens the chat reads why its file is behind. */
async function remember(
  { store }: AppContext,
  workspaceId: string,
  chats: readonly ChatFileBehind[],
  error: unknown,
): Promise<void> {
  const reason = toAppError(error).message
  const notice = JSON.stringify(noticeOf('chat-file-behind', undefined, { reason }))
  const statements: Statement[] = []
  for (const { conversationId, isTrashed } of chats) {
    const place = { workspaceId, conversationId }
    const known = await store.chatFiles.get(place)
    if (isTrashed || known?.notice === notice) continue
    if (!known) statements.push(store.chatFiles.mark(place))
    statements.push(store.chatFiles.notify({ ...place, notice }))
  }
  if (statements.length > 0) await store.commit(statements)
}

function tell({ report }: AppContext, error: unknown): void {
  report(`A chat file could not be written and will be tried again: ${toAppError(error).message}`)
}
