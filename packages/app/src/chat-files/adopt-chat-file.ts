import { type ChatDocument, printChatFile, strictestPrivacy } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { buildChatDocument } from './build-chat-document.ts'
import { readDecisions } from './chat-decisions.ts'
import type { FileToReindex } from './file-to-reindex.ts'
import { gatherChat } from './gather-chat.ts'
import type { KeptStates } from './kept-states.ts'
import type { ChatFileContent } from './read-chat-files.ts'

/**
 * Goes on with the file where it holds nothing that storage does not: then writing it again loses nothing. Any
 * other stays as it is, and the chat gets a new one.
 */
export async function adoptChatFile(
  context: AppContext,
  { opened, file }: FileToReindex,
  { reading, hash, text }: ChatFileContent,
  rebuilt: boolean,
): Promise<void> {
  const { store } = context
  const place = { workspaceId: opened.record.id, chatId: file.chatId }
  const chat = await store.conversations.get({ workspaceId: place.workspaceId, id: place.chatId })
  const row = await store.chatFiles.get({ workspaceId: place.workspaceId, conversationId: place.chatId })
  if (!chat || !row || (reading.quarantined ?? []).length > 0) return
  const kept = statesOf(reading.document)
  const { document } = buildChatDocument(await gatherChat(context, place, chat), kept)
  const isUnmarked = lacksMark(reading.document, document)
  const { privacy: _, ...unmarked } = document
  if (printChatFile(isUnmarked ? { ...unmarked, ...privacyIn(reading.document) } : document) !== text) return
  const { path } = file
  const written = rebuilt || isUnmarked ? row.written : row.changed
  await store.commit([
    store.chatFiles.end({
      workspaceId: place.workspaceId,
      conversationId: place.chatId,
      written,
      path,
      hash,
      state: kept.state,
      notice: undefined,
    }),
  ])
}

/**
 * A file of a time before marks, or of a time when what its chat drew on had none, is written again by whoever writes
 * next: until then it might go where that may not.
 */
export async function writeAgainIfUnmarked(
  context: AppContext,
  { opened, file }: FileToReindex,
  { reading, hash }: ChatFileContent,
): Promise<void> {
  const { store, chatFiles } = context
  const { id: workspaceId } = opened.record
  const place = { workspaceId, chatId: file.chatId }
  const chat = await store.conversations.get({ workspaceId, id: file.chatId })
  const row = await store.chatFiles.get({ workspaceId, conversationId: file.chatId })
  if (!chat || row?.path !== file.path || row.hash !== hash) return
  const { document } = buildChatDocument(await gatherChat(context, place, chat))
  if (!lacksMark(reading.document, document)) return
  await store.commit([store.chatFiles.mark({ workspaceId, conversationId: file.chatId })])
  chatFiles.due(workspaceId)
}

function lacksMark(file: ChatDocument, now: ChatDocument): boolean {
  const { privacy: had = 'open' } = file
  const { privacy: has = 'open' } = now
  return had !== has && strictestPrivacy([had, has]) === has
}

function privacyIn({ privacy }: ChatDocument): Pick<ChatDocument, 'privacy'> {
  return privacy === undefined ? {} : { privacy }
}

function statesOf({ turns }: ChatDocument): KeptStates {
  const ends = turns.flatMap(({ id, decisions }) => {
    const { end } = readDecisions(decisions).decisions
    return end === undefined ? [] : [[id, end] as const]
  })
  return { state: readDecisions(turns.at(-1)?.decisions).decisions.state, ends: new Map(ends) }
}
