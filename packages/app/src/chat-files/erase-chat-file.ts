import { Buffer } from 'node:buffer'
import type { Hash } from '@varve/engine/internal'
import { parseChatFile, WorkspaceError, type WorkspaceErrorCode } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { openedIfThere } from '../workspaces/opened-workspace.ts'
import { openedForChats } from '../files/opened-for-chats.ts'
import { CHATS_FOLDER, isChatFile } from '../files/chat-file-name.ts'
import { plainId } from './plain-id.ts'
import { trashChatFile } from './write-chat-file.ts'
import type { OpenedWorkspace } from '../files/workspace-files.ts'

const HASH = /\b[0-9a-f]{64}\b/g

/** What a comment names a state by; only states name other objects. */
const STATE = /"(?:state|end)":"([0-9a-f]{64})"/g

export interface ChatFileToErase {
  readonly workspaceId: string
  readonly chatId: string
  /** Of texts that its states named. */
  readonly hashes: Iterable<Hash>
}

/**
 * Permanently deletes the file of a trashed chat: from its place, the trash and the versions, and the objects
 * that only it named. A file that the user edited stays.
 */
export async function eraseChatFile(context: AppContext, toErase: ChatFileToErase): Promise<void> {
  const { workspaceId, chatId, hashes } = toErase
  if (!(await openedIfThere(context, workspaceId))) {
    context.report(
      'The files of the workspace are missing: if a note of the erased chat is among them, it stays.',
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

/** Notes are looked at as text: one that is damaged, or of a later version, still says what it needs. */
type Note = Uint8Array

/**
 * Removes the objects that only the notes of an erased chat named. `hashes` are those that it may have named in
 * earlier states. What any other note names stays, also one in the trash.
 */
async function removeOrphanedObjects(
  opened: Pick<OpenedWorkspace, 'chatFiles' | 'objects'>,
  notes: readonly Note[],
  hashes: Iterable<Hash> = [],
): Promise<void> {
  const { objects } = opened
  const orphaned = new Set<Hash>(hashes)
  for (const note of notes) for (const hash of await namedBy(opened, note)) orphaned.add(hash)
  if (orphaned.size === 0) return
  for await (const note of otherNotes(opened))
    for (const hash of await namedBy(opened, note)) orphaned.delete(hash)
  for (const hash of orphaned) await objects.remove(hash)
}

async function namedBy(
  { objects }: Pick<OpenedWorkspace, 'objects'>,
  note: Note,
): Promise<ReadonlySet<Hash>> {
  const text = Buffer.from(note).toString('utf8')
  const named = new Set<Hash>(text.match(HASH))
  const states = new Set(Array.from(text.matchAll(STATE), ([, hash = '']) => hash))
  for (const hash of states) {
    const state = await objects.read(hash)
    for (const inside of state ? (Buffer.from(state).toString('utf8').match(HASH) ?? []) : [])
      named.add(inside)
  }
  return named
}

async function* otherNotes({ chatFiles }: Pick<OpenedWorkspace, 'chatFiles'>): AsyncGenerator<Note> {
  for (const { path } of (await chatFiles.list()).files) {
    const file = isChatFile(path) ? await unless(['not-found'], chatFiles.read(path)) : undefined
    if (file) yield file.bytes
  }
  const trashed = new Set((await chatFiles.trash()).map(({ path }) => path))
  for (const path of trashed)
    for (const { id } of isChatFile(path) ? await chatFiles.versions(path) : []) {
      // A kept copy that is damaged needs nothing any more.
      const file = await unless(['not-found', 'unreadable'], chatFiles.readVersion(id))
      if (file) yield file.bytes
    }
}

/** Somebody may have moved it in the meantime. */
async function unless<Result>(
  codes: readonly WorkspaceErrorCode[],
  reading: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof WorkspaceError && codes.includes(error.code)) return undefined
    throw error
  }
}
