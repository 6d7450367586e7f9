import { createHash } from 'node:crypto'
import { Buffer } from 'node:buffer'
import { type Notice, notice as noticeOf, noticeWords } from '@varve/contract'
import type { State } from '@varve/engine'
import { type Hash, hashText } from '@varve/engine/internal'
import type { ChatFileRecord, ConversationRecord } from '@varve/store'
import { decodeText, type Expectation, parseChatFile, printChatFile, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import type { OpenedWorkspace } from '../files/workspace-files.ts'
import { artifactsOf, buildChatDocument, type KeptStates } from './build-chat-document.ts'
import { chatFileName, isChatFile } from '../files/chat-file-name.ts'
import { gatherChat, type GatheredChat, type GatheredTurn } from './gather-chat.ts'
import { plainId } from './plain-id.ts'
import { originalOf } from '../guard/original-of.ts'
import { observeFiles } from '../chat/observe-files.ts'
import { packState } from './pack-state.ts'
import { textBytes } from './chat-texts.ts'

export interface ChatToWrite {
  readonly opened: OpenedWorkspace
  readonly workspaceId: string
  readonly chatId: string
}

/**
 * Updates the file of a chat. Objects are written first, so that no file names missing ones. An edited file
 * is left alone, and the chat continues in another one. While an answer streams, the file holds only what is
 * complete.
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
  // A notice would be lost with the next write, at the end of the answer.
  if (gathered.isAnswering && notice !== undefined) return
  const place = { workspaceId, conversationId: chatId }
  const progress = gathered.isAnswering
    ? { written: row.written, notice: row.notice }
    : { written: row.changed, notice: notice && JSON.stringify(notice) }
  await store.commit([store.chatFiles.begin({ ...place, path, next: hash })])
  await opened.files.write(path, bytes, expected, 'drop')
  await store.commit([store.chatFiles.end({ ...place, ...progress, path, hash, state })])
  if (notice !== undefined) context.report(noticeWords(notice))
  // Objects that the file named before, unless an edited copy still names them.
  else if (row.state !== undefined && ![state, ...kept.ends.values()].includes(row.state))
    await opened.objects.remove(row.state)
}

/** Moves the file of a deleted chat to the workspace's trash; an edited file stays. */
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
  readonly notice?: Notice | undefined
}

interface FileToPlace {
  readonly row: ChatFileRecord
  readonly chat: ConversationRecord
  /** Of the bytes that are to be written. */
  readonly hash: Hash
}

/** A chat keeps its file name when its title changes; a rename by the user is respected. */
async function findPlace(opened: OpenedWorkspace, { row, chat, hash }: FileToPlace): Promise<Place> {
  if (row.path === undefined) return freshPlace(opened, chat)
  const found = await locateChatFile(opened, row)
  if (found.kind === 'absent') return { path: row.path, expected: 'absent', notice: goneNotice(row) }
  const { path } = found
  if (found.kind === 'ours' || found.hash === hash) return { path, expected: { hash: found.hash } }
  const fresh = await freshPlace(opened, chat)
  return {
    ...fresh,
    notice: noticeOf('chat-file-changed', path, { path: fresh.path }),
  }
}

/** A file that was never written, or whose writing was cut off, is not missed. */
function goneNotice({ path, hash, next }: ChatFileRecord): Notice | undefined {
  if (hash === undefined || next !== undefined) return undefined
  return noticeOf('chat-file-gone', path)
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

/** Where the note of a chat is now. */
type LocatedFile =
  | { readonly kind: 'absent' }
  /** Unchanged, or edited outside Varve. */
  | { readonly kind: 'ours' | 'changed'; readonly path: string; readonly hash: Hash }

/** Looks at the last known place, then for a renamed file with the same chat. */
async function locateChatFile(
  { files }: Pick<OpenedWorkspace, 'files'>,
  row: ChatFileRecord,
): Promise<LocatedFile> {
  const { path } = row
  if (path === undefined) return { kind: 'absent' }
  const hash = await hashAt(files, path)
  if (hash !== undefined) return { kind: isOurs(row, hash) ? 'ours' : 'changed', path, hash }
  let changed: LocatedFile | undefined
  for (const file of (await files.list()).files) {
    if (!isChatFile(file.path)) continue
    const found = await hashAt(files, file.path, row.conversationId)
    if (found === undefined) continue
    if (isOurs(row, found)) return { kind: 'ours', path: file.path, hash: found }
    changed ??= { kind: 'changed', path: file.path, hash: found }
  }
  return changed ?? { kind: 'absent' }
}

/** After a crash either may be there: what was written before, or what was about to be. */
function isOurs({ hash, next }: ChatFileRecord, found: Hash): boolean {
  return found === hash || found === next
}

/** Undefined where there is no file, or none that holds the chat that is asked for. */
async function hashAt(
  files: OpenedWorkspace['files'],
  path: string,
  chatId?: string,
): Promise<Hash | undefined> {
  try {
    const file = await files.read(path)
    if (chatId === undefined) return file.contentHash
    // Reading a chat takes long, and there may be very many.
    if (!Buffer.from(file.bytes).includes(chatId)) return undefined
    return plainId(parseChatFile(decodeText(file)).document.id) === chatId ? file.contentHash : undefined
  } catch (error) {
    const isPassed = error instanceof WorkspaceError && (chatId !== undefined || error.code === 'not-found')
    if (isPassed) return undefined
    throw error
  }
}

/**
 * Keeps what a chat file names and the workspace cannot give back, each once by its hash, and with it the states
 * of the engine, so that a reload continues byte for byte in every branch. [E-4]
 */
async function keepTexts(
  context: AppContext,
  { record, objects }: OpenedWorkspace,
  gathered: GatheredChat,
): Promise<KeptStates> {
  const { texts } = buildChatDocument(gathered)
  const inFiles = await textsInFiles(context, record.id, gathered)
  for (const [hash, text] of texts) if (!inFiles.has(hash)) await objects.write(textBytes(text))
  for (const hash of picturesOf(gathered)) {
    const bytes = await context.store.blobs.get(record.id, hash)
    if (bytes) await objects.write(bytes)
  }
  const keep = async (state: State, end: string | undefined): Promise<Hash> => {
    const branch = { ...gathered, turns: branchTo(gathered, end) }
    const isWhole = branch.turns.length === gathered.turns.length
    const named = isWhole ? texts : buildChatDocument(branch).texts
    const packed = packState(state, new Map([...named, ...messagesOf(branch)]))
    for (const text of packed.texts.values()) await objects.write(textBytes(text))
    return objects.write(textBytes(packed.text))
  }
  const ends = new Map<string, Hash>()
  for (const [turnId, state] of gathered.ends) ends.set(turnId, await keep(state, turnId))
  return { ends, ...(gathered.state ? { state: await keep(gathered.state, gathered.current) } : {}) }
}

/** A state contains only its own branch, so that it stays the same while others continue. */
function branchTo({ turns }: GatheredChat, end: string | undefined): readonly GatheredTurn[] {
  const byId = new Map(turns.map((turn) => [turn.turn.id, turn]))
  const branch: GatheredTurn[] = []
  for (let at = end; at !== undefined; at = branch.at(-1)?.turn.parentId) {
    const turn = byId.get(at)
    if (!turn) break
    branch.push(turn)
  }
  return branch.reverse()
}

/** Texts that a file of the workspace holds as a whole, right now. */
async function textsInFiles(
  context: AppContext,
  workspaceId: string,
  gathered: GatheredChat,
): Promise<ReadonlySet<Hash>> {
  const whole = artifactsOf(gathered).filter(
    // What the guard has taken something out of is in no file.
    (artifact) =>
      (artifact.kind === 'note' || artifact.kind === 'file') &&
      originalOf(artifact).hash === artifact.contentHash,
  )
  const observed = await observeFiles(context, workspaceId, whole)
  return new Set(
    observed.flatMap(({ artifact, now }) => (now.kind === 'current' ? [artifact.contentHash] : [])),
  )
}

/** What is in the file itself. */
function messagesOf({ turns }: GatheredChat): ReadonlyMap<Hash, string> {
  const texts = turns.flatMap(({ turn, answers }) => [turn.text, ...answers.map(({ text }) => text)])
  return new Map(texts.map((text) => [hashText(text), text]))
}

function picturesOf({ turns }: GatheredChat): ReadonlySet<Hash> {
  return new Set(
    turns.flatMap(({ record }) => [
      ...(record?.images ?? []).map(({ hash }) => hash),
      ...(record?.attached ?? []).flatMap(({ artifact }) => artifact.images.map(({ hash }) => hash)),
    ]),
  )
}
