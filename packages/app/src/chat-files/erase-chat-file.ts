import { Buffer } from 'node:buffer'
import type { Hash } from '@varve/engine'
import { parseChatFile, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { openedIfThere } from '../workspace/opened-workspace.ts'
import { openedForChats } from '../workspace/opened-for-chats.ts'
import { CHATS_FOLDER } from './chat-file-name.ts'
import { removeOrphanedObjects } from './orphaned-objects.ts'
import { plainId } from './plain-id.ts'
import { trashChatFile } from './write-chat-file.ts'

export interface ChatFileToErase {
  readonly workspaceId: string
  readonly chatId: string
  /** Of texts that its states named. */
  readonly hashes: Iterable<Hash>
}

/**
 * Takes the note of a chat in the trash away for good: where it is, from the trash and the versions of its workspace,
 * and the texts beside it that only it named. A note that somebody has changed stays.
 */
export async function eraseChatFile(context: AppContext, toErase: ChatFileToErase): Promise<void> {
  const { workspaceId, chatId, hashes } = toErase
  if (!(await openedIfThere(context, workspaceId))) {
    context.report(
      'The files of the workspace are not there: if a note of the erased chat lies there, it stays.',
    )
    return
  }
  const opened = await openedForChats(context, workspaceId)
  // Whatever was to become of the note, it is not in the workspace after this.
  await trashChatFile(context, { opened, workspaceId, chatId })
  const notes: Uint8Array[] = []
  await opened.chatFiles.purge(CHATS_FOLDER, (file) => {
    const isIt = holdsChat(file, chatId)
    if (isIt) notes.push(file.bytes)
    return isIt
  })
  try {
    await removeOrphanedObjects(opened, notes, hashes)
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    // Nobody knows what a note that cannot be read still needs; that must not keep a chat from going.
    context.report(`Texts beside the note of an erased chat stay: ${error.message}`)
  }
}

function holdsChat(file: { readonly bytes: Uint8Array }, chatId: string): boolean {
  // Reading a chat takes long, and there may be very many.
  const bytes = Buffer.from(file.bytes)
  if (!bytes.includes(chatId)) return false
  return plainId(parseChatFile(bytes.toString('utf8')).document.id) === chatId
}
