import { createHash } from 'node:crypto'
import type { Hash } from '@varve/engine'
import type { ChatFileRecord, ConversationRecord } from '@varve/store'
import { type Expectation, printChatFile, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import type { OpenedWorkspace } from '../workspace/workspace-files.ts'
import { buildChatDocument } from './build-chat-document.ts'
import { chatFileName } from './chat-file-name.ts'
import { gatherChat } from './gather-chat.ts'
import { keepTexts } from './keep-texts.ts'
import { locateChatFile } from './locate-chat-file.ts'

export interface ChatToWrite {
  readonly opened: OpenedWorkspace
  readonly workspaceId: string
  readonly chatId: string
}

/**
 * Brings the note of a chat up to date. The texts that it names come first, so that no file names what is not
 * there. A file that somebody has changed is left as it is, and the chat goes on in another one. While an answer is
 * being written, the file holds what has ended, and stays behind.
 */
export async function writeChatFile(context: AppContext, toWrite: ChatToWrite): Promise<void> {
  const { store } = context
  const { opened, workspaceId, chatId } = toWrite
  const chat = await store.conversations.get({ workspaceId, id: chatId })
  if (!chat) return
  const row = await rowOf(context, toWrite)
  const gathered = await gatherChat(context, toWrite, chat)
  if (gathered.turns.length === 0) return
  const kept = await keepTexts(context, opened, gathered)
  const { state } = kept
  const { document } = buildChatDocument(gathered, kept)
  const bytes = Buffer.from(printChatFile(document), 'utf8')
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (gathered.isAnswering && row.hash === hash) return
  const { path, expected, notice } = await findPlace(opened, { row, chat, hash })
  // What is to be told would be gone with the next write, which comes when the answer has ended.
  if (gathered.isAnswering && notice !== undefined) return
  const place = { workspaceId, conversationId: chatId }
  const progress = gathered.isAnswering
    ? { written: row.written, notice: row.notice }
    : { written: row.changed, notice }
  await store.commit([store.chatFiles.begin({ ...place, path, next: hash })])
  await opened.files.write(path, bytes, expected, 'drop')
  await store.commit([store.chatFiles.end({ ...place, ...progress, path, hash, state })])
  if (notice !== undefined) context.report(notice)
  // What the file named before, unless somebody's changed copy still names it.
  else if (row.state !== undefined && ![state, ...kept.ends.values()].includes(row.state))
    await opened.objects.remove(row.state)
}

/** Moves the note of a chat that was deleted to the trash of its workspace; one that somebody changed stays. */
export async function trashChatFile(context: AppContext, toTrash: ChatToWrite): Promise<void> {
  const { store } = context
  const { opened, workspaceId, chatId } = toTrash
  const row = await rowOf(context, toTrash)
  const found = await locateChatFile(opened, row)
  if (found.kind === 'ours') await opened.files.remove(found.path, { hash: found.hash })
  else if (found.kind === 'changed')
    context.report(`"${found.path}" was changed outside of Varve and stays, though its chat is in the trash.`)
  const nothing = { path: undefined, hash: undefined, state: undefined, notice: undefined }
  const place = { workspaceId, conversationId: chatId }
  await store.commit([store.chatFiles.end({ ...place, ...nothing, written: row.changed })])
}

/** Chats of a time before there were files have no row yet. */
async function rowOf(
  { store }: AppContext,
  { workspaceId, chatId }: Omit<ChatToWrite, 'opened'>,
): Promise<ChatFileRecord> {
  const place = { workspaceId, conversationId: chatId }
  const known = await store.chatFiles.get(place)
  if (known) return known
  await store.commit([store.chatFiles.mark(place)])
  return (await store.chatFiles.get(place)) as ChatFileRecord
}

interface Place {
  readonly path: string
  readonly expected: Expectation
  readonly notice?: string | undefined
}

interface FileToPlace {
  readonly row: ChatFileRecord
  readonly chat: ConversationRecord
  /** Of the bytes that are to be written. */
  readonly hash: Hash
}

/** The name stays with the chat, whatever its title becomes; where somebody else changes it, that one does. */
async function findPlace(opened: OpenedWorkspace, { row, chat, hash }: FileToPlace): Promise<Place> {
  if (row.path === undefined) return freshPlace(opened, chat)
  const found = await locateChatFile(opened, row)
  if (found.kind === 'absent') return { path: row.path, expected: 'absent', notice: goneNotice(row) }
  const { path } = found
  if (found.kind === 'ours' || found.hash === hash) return { path, expected: { hash: found.hash } }
  const fresh = await freshPlace(opened, chat)
  return {
    ...fresh,
    notice: `"${path}" was changed outside of Varve and is left as it is; this chat is now kept in "${fresh.path}".`,
  }
}

/** A file that was never written, or whose writing was cut off, is not missed. */
function goneNotice({ path, hash, next }: ChatFileRecord): string | undefined {
  if (hash === undefined || next !== undefined) return undefined
  return `"${path}" was moved away or deleted outside of Varve; this chat is kept there again.`
}

const MOST_NAMES = 1000

async function freshPlace(opened: OpenedWorkspace, chat: ConversationRecord): Promise<Place> {
  for (let count = 1; count <= MOST_NAMES; count += 1) {
    const path = chatFileName(chat, count)
    if ((await opened.files.stat(path)) === undefined) return { path, expected: 'absent' }
  }
  const path = chatFileName(chat)
  throw new WorkspaceError(
    'conflict',
    path,
    `There are ${MOST_NAMES} files by the name of "${path}" already.`,
  )
}
