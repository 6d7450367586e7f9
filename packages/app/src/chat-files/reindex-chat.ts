import { StoreError } from '@varve/store'
import { type ChatDocument, type FileListing, printChatFile, strictestPrivacy } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import type { OpenedWorkspace } from '../workspace/workspace-files.ts'
import { buildChatDocument, withoutChatTag } from './build-chat-document.ts'
import type { ChatTurnRows } from './chat-rows.ts'
import { readDecisions } from './chat-decisions.ts'
import { chatTexts } from './chat-texts.ts'
import { compareWithKnown } from './compare-with-known.ts'
import { type DocumentRows, documentRows } from './document-rows.ts'
import { gatherChat } from './gather-chat.ts'
import { importChat } from './import-chat.ts'
import { type ChatFileContent, type ReadFile, readChatFile } from './read-chat-files.ts'
import type { ReindexedFile } from './reindexed-file.ts'
import type { KeptStates } from './kept-states.ts'
import { restoreRedactions } from './restore-redactions.ts'
import { type RestoredState, restoreEnds, restoreOthers, restoreState } from './restore-state.ts'

export interface FileToReindex {
  readonly opened: OpenedWorkspace
  readonly listing: FileListing
  readonly file: ReadFile
  readonly force: boolean
  /** Another file has brought this chat already. */
  readonly isDuplicate: boolean
}

/** Brings one chat back from its file. */
export async function reindexChat(context: AppContext, options: FileToReindex): Promise<ReindexedFile> {
  const { opened, file, force, isDuplicate } = options
  const { path } = file
  const content = await readChatFile(opened.files, path)
  const rows = await readRows(options, content)
  const { document, problems, gaps } = content.reading
  const about = {
    path,
    chatId: file.chatId,
    title: titleOf(document, path),
    turns: rows.turns.length,
    problems: problems.map(({ text }) => text),
  }
  const found = [...gaps.map(({ text }) => text), ...rows.turns.flatMap((turn) => turn.gaps)]
  const known = await compareWithKnown(context, { workspaceId: opened.record.id, file, content, rows })
  if (isDuplicate && !force) return { ...about, outcome: 'duplicate', gaps: [] }
  if (known.kind === 'known') await writeAgainIfUnmarked(context, options, content)
  if (known.kind === 'known' || (known.kind !== 'new' && !force))
    return { ...about, outcome: known.kind === 'known' ? 'known' : 'changed', gaps: [] }
  const isCopy = known.kind === 'other'
  const { turns, shown, others } = isCopy ? await readRows(options, content, context.newId) : rows
  const chatId = isCopy ? context.newId() : file.chatId
  const restored = await restore(options, content, { chatId, turns: shown, last: turns.at(-1) })
  const ends = await restoreBranches(options, content, { chatId, branches: others })
  const chat = {
    workspaceId: opened.record.id,
    chatId,
    title: about.title,
    createdAt: document.created ?? turns[0]?.at ?? content.modified,
    turns,
    tags: withoutChatTag(document.tags),
    pinned: document.pinned,
    archived: document.archived,
    shown: shown.at(-1)?.turnId ?? '',
    known: known.kind === 'beginning' ? known.turns : 0,
    restored,
    others: ends.others,
    redactions: await restoreRedactions({
      turns,
      states: [restored.state, ...ends.others.map(({ state }) => state)],
      textOf: chatTexts(opened, content.reading, options.listing),
    }),
  }
  try {
    await importChat(context, opened, chat)
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'conflict') throw error
    return { ...about, outcome: 'in-trash', gaps: [] }
  }
  const rebuilt = restored.rebuilt || ends.gaps.length > 0
  if (!isCopy) await adopt(context, options, content, rebuilt)
  return {
    ...about,
    chatId,
    outcome: isCopy ? 'copied' : known.kind === 'beginning' ? 'extended' : 'added',
    state: restored.rebuilt ? 'rebuilt' : 'exact',
    gaps: [...found, ...restored.gaps, ...ends.gaps],
  }
}

function readRows(
  { opened, listing }: FileToReindex,
  { reading, modified }: ChatFileContent,
  newId?: () => string,
): Promise<DocumentRows> {
  return documentRows(reading.document, { textOf: chatTexts(opened, reading, listing), at: modified, newId })
}

interface BranchToRestore {
  readonly chatId: string
  readonly turns: readonly ChatTurnRows[]
  /** What holds for the chat as a whole stands in the last turn of the file. */
  readonly last: ChatTurnRows | undefined
}

/** A state is taken as it is only with a file that nobody has changed. */
function restore(
  { opened, listing }: FileToReindex,
  { reading }: ChatFileContent,
  { chatId, turns, last }: BranchToRestore,
): Promise<RestoredState> {
  const stateHash = isChanged(reading) ? undefined : last?.decisions.state
  return restoreState({ chatId, turns, stateHash, textOf: chatTexts(opened, reading, listing) })
}

async function restoreBranches(
  { opened, listing }: FileToReindex,
  { reading }: ChatFileContent,
  { chatId, branches }: { readonly chatId: string; readonly branches: DocumentRows['others'] },
): ReturnType<typeof restoreEnds> {
  if (isChanged(reading)) return { others: await restoreOthers(chatId, branches), gaps: [] }
  return restoreEnds(chatId, branches, chatTexts(opened, reading, listing))
}

function isChanged({ problems }: ChatFileContent['reading']): boolean {
  return problems.some(({ code }) => code !== 'line-endings')
}

/**
 * Goes on with the file where it holds nothing that storage does not: then writing it again loses nothing. Any
 * other stays as it is, and the chat gets a new one.
 */
async function adopt(
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
async function writeAgainIfUnmarked(
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

function titleOf({ title }: ChatDocument, path: string): string {
  if (title.trim() !== '') return title
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}
