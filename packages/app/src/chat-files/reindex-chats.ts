import type { AppErrorCode, ReindexedFile, ReindexReport, UnlistedChatsView } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { openedForChats } from '../files/opened-for-chats.ts'
import { readChatFiles, type ReadFile } from './read-chat-files.ts'
import { reindexChat } from './reindex-chat.ts'
import type { FileToReindex } from './file-to-reindex.ts'
import { listChats } from '../chat/list-chats.ts'
import { isChatFile } from '../files/chat-file-name.ts'

interface ReindexInput {
  readonly workspaceId: string
  /** Take what the database has in another form, too. */
  readonly force?: boolean | undefined
  readonly onProgress?: ((progress: ReindexProgress) => void) | undefined
}

export interface ReindexProgress {
  readonly done: number
  readonly total: number
  readonly path: string
}

/**
 * Restores the chats of a workspace from their files. What the database knows is left alone, and so are
 * the files, but for one that lacks the mark of what its chat drew on: that is written again.
 */
export async function reindexChats(context: AppContext, input: ReindexInput): Promise<ReindexReport> {
  const { workspaceId, force = false, onProgress } = input
  const opened = await openedForChats(context, workspaceId)
  const { chats, others, listing } = await readChatFiles(opened)
  const files: ReindexedFile[] = [...others]
  const seen = new Set<string>()
  for (const [done, file] of inOrder(chats, fullest(chats)).entries()) {
    onProgress?.({ done, total: chats.length, path: file.path })
    const isDuplicate = seen.has(file.chatId)
    seen.add(file.chatId)
    files.push(await oneFile(context, { opened, listing, file, force, isDuplicate }))
  }
  return { workspaceId, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

const FOR_ALL: ReadonlySet<AppErrorCode> = new Set(['disk-full', 'disk-failed', 'read-only', 'data-corrupt'])

async function oneFile(context: AppContext, options: FileToReindex): Promise<ReindexedFile> {
  try {
    return await reindexChat(context, options)
  } catch (error) {
    const { code, message } = toAppError(error)
    // What holds for all of them is not said once for each.
    if (FOR_ALL.has(code)) throw error
    return { path: options.file.path, outcome: 'unreadable', gaps: [], problems: [message] }
  }
}

/** Of several files with one chat, the one with most turns. */
function fullest(chats: readonly ReadFile[]): ReadonlyMap<string, ReadFile> {
  const best = new Map<string, ReadFile>()
  for (const file of chats) {
    const other = best.get(file.chatId)
    if (!other || file.turns > other.turns) best.set(file.chatId, file)
  }
  return best
}

/** As they were last used, since the list of chats follows the order in which they come; copies last. */
function inOrder(chats: readonly ReadFile[], best: ReadonlyMap<string, ReadFile>): readonly ReadFile[] {
  const rank = (file: ReadFile): number => (best.get(file.chatId) === file ? 0 : 1)
  return [...chats].sort(
    (a, b) => rank(a) - rank(b) || a.updatedAt - b.updatedAt || (a.path < b.path ? -1 : 1),
  )
}

const PLACES = ['current', 'archived', 'trashed'] as const

/**
 * Counts chat files in a workspace without chats, such as a folder from another machine or after losing the
 * database. They can be imported. If there are any chats, the files are theirs or were declined before.
 */
export async function countUnlistedChats(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<UnlistedChatsView> {
  for (const among of PLACES) {
    const chats = await listChats(context, { workspaceId, among })
    if (chats.some(({ unused }) => !unused)) return { files: 0 }
  }
  const { files } = await openedForChats(context, workspaceId)
  return { files: (await files.list()).files.filter(({ path }) => isChatFile(path)).length }
}
