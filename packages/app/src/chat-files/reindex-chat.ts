import type { Artifact, State } from '@varve/engine'
import { type Hash, hashText } from '@varve/engine/internal'
import { StoreError } from '@varve/store'
import { type ChatDocument, printChatFile, strictestPrivacy } from '@varve/workspace'
import { type RedactionMap, valuesBehind } from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { buildChatDocument, type KeptStates, withoutChatTag } from './build-chat-document.ts'
import type { ChatTurnRows } from './chat-rows.ts'
import { chatTexts } from './chat-texts.ts'
import { compareWithKnown } from './compare-with-known.ts'
import { type DocumentRows, documentRows } from './document-rows.ts'
import type { FileToReindex } from './file-to-reindex.ts'
import { withForeignSteps } from './foreign-steps.ts'
import { readDecisions } from './chat-decisions.ts'
import { currentText, type TextOf } from './file-texts.ts'
import { unpackState } from './pack-state.ts'
import { importChat } from './import-chat.ts'
import { type ChatFileContent, readChatFile } from './read-chat-files.ts'
import type { ReindexedFile } from '@varve/contract'
import { type RestoredState, restoreEnds, restoreOthers, restoreState } from './restore-state.ts'
import { originalOf } from '../guard/original-of.ts'
import { NO_REDACTION, type Redaction } from '../guard/redaction.ts'
import { placeholdersIn, typesOf } from '../guard/load-redaction.ts'
import { gatherChat } from './gather-chat.ts'

/** Brings one chat back from its file. */
export async function reindexChat(context: AppContext, options: FileToReindex): Promise<ReindexedFile> {
  const { opened, file, force, isDuplicate } = options
  const { path } = file
  const content = await readChatFile(opened.files, path)
  const rows = await readRows(options, content)
  const { document, problems } = content.reading
  const about = {
    path,
    chatId: file.chatId,
    title: titleOf(document, path),
    turns: rows.turns.length,
    problems: problems.map(({ text }) => text),
  }
  const known = await compareWithKnown(context, { workspaceId: opened.record.id, file, content, rows })
  if (isDuplicate && !force) return { ...about, outcome: 'duplicate', gaps: [] }
  if (known.kind === 'known') {
    await writeAgainIfUnmarked(context, options, content)
    return { ...about, outcome: 'known', gaps: [] }
  }
  if (known.kind !== 'new' && !force) return { ...about, outcome: 'changed', gaps: [] }
  const isCopy = known.kind === 'other'
  const chat = isCopy
    ? { rows: await readRows(options, content, context.newId), chatId: context.newId() }
    : { rows, chatId: file.chatId }
  const stored = known.kind === 'beginning' ? known.turns : 0
  const back = await bringBack(context, options, { ...chat, content, title: about.title, stored })
  if (!back) return { ...about, outcome: 'in-trash', gaps: [] }
  const { restored, gaps } = back
  if (!isCopy) await adoptChatFile(context, options, content, back.isRebuilt)
  return {
    ...about,
    chatId: chat.chatId,
    outcome: isCopy ? 'copied' : known.kind === 'beginning' ? 'extended' : 'added',
    state: restored.rebuilt ? 'rebuilt' : 'exact',
    gaps: [...gapsIn(content, rows), ...gaps],
  }
}

interface ChatToBringBack {
  readonly chatId: string
  readonly rows: DocumentRows
  readonly content: ChatFileContent
  readonly title: string
  /** So many of its turns are stored already. */
  readonly stored: number
}

interface BroughtBack {
  readonly restored: RestoredState
  /** Of any of its branches. */
  readonly isRebuilt: boolean
  readonly gaps: readonly string[]
}

/** Undefined where the chat is in the trash. */
async function bringBack(
  context: AppContext,
  options: FileToReindex,
  { chatId, rows: { turns, shown, others }, content, title, stored }: ChatToBringBack,
): Promise<BroughtBack | undefined> {
  const { opened } = options
  const { document } = content.reading
  const restored = await restore(options, content, { chatId, turns: shown, last: turns.at(-1) })
  const ends = await restoreBranches(options, content, { chatId, branches: others })
  try {
    await importChat(context, opened, {
      workspaceId: opened.record.id,
      chatId,
      title,
      createdAt: document.created ?? turns[0]?.at ?? content.modified,
      turns,
      tags: withoutChatTag(document.tags),
      pinned: document.pinned,
      archived: document.archived,
      shown: shown.at(-1)?.turnId ?? '',
      known: stored,
      restored,
      others: ends.others,
      redactions: await restoreRedactions({
        turns,
        states: [restored.state, ...ends.others.map(({ state }) => state)],
        textOf: chatTexts(opened, content.reading, options.listing),
      }),
    })
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'conflict') throw error
    return undefined
  }
  const isRebuilt = restored.rebuilt || ends.gaps.length > 0
  return { restored, isRebuilt, gaps: [...restored.gaps, ...ends.gaps] }
}

function gapsIn({ reading }: ChatFileContent, { turns }: DocumentRows): readonly string[] {
  return [...reading.gaps.map(({ text }) => text), ...turns.flatMap((turn) => turn.gaps)]
}

async function readRows(
  { opened, listing }: FileToReindex,
  { reading, modified }: ChatFileContent,
  newId?: () => string,
): Promise<DocumentRows> {
  const textOf = withStateTexts(reading.document, chatTexts(opened, reading, listing))
  const document = await withForeignSteps(reading.document, textOf)
  const textNow = (path: string) => currentText(opened.files, path)
  return documentRows(document, { textOf, textNow, at: modified, newId })
}

/** A state beside the file may hold the text of a note that the workspace does not have any more. */
function withStateTexts({ turns }: ChatDocument, textOf: TextOf): TextOf {
  let held: Promise<ReadonlyMap<Hash, string>> | undefined
  const readStates = async (): Promise<ReadonlyMap<Hash, string>> => {
    const texts = new Map<Hash, string>()
    for (const { decisions } of turns) {
      const { state, end } = readDecisions(decisions).decisions
      for (const hash of [state, end]) {
        const packed = hash === undefined ? undefined : await textOf(hash)
        const parsed = packed === undefined ? undefined : await unpackState(packed, textOf)
        if (parsed?.kind !== 'state') continue
        const { history, open, library } = parsed.state
        const records = [...history, ...(open ? [open] : [])].flatMap(({ attached }) => attached)
        for (const { artifact } of [...records, ...library])
          texts.set(hashText(artifact.content), artifact.content)
      }
    }
    return texts
  }
  return async (hash) => (await textOf(hash)) ?? (await (held ??= readStates())).get(hash)
}

interface BranchToRestore {
  readonly chatId: string
  readonly turns: readonly ChatTurnRows[]
  /** What holds for the chat as a whole is in the last turn of the file. */
  readonly last: ChatTurnRows | undefined
}

/** A stored state is used only if the file is unchanged. */
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

function titleOf({ title }: ChatDocument, path: string): string {
  if (title.trim() !== '') return title
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

interface ChatToTell {
  /** Each behind the one that it follows. */
  readonly turns: readonly ChatTurnRows[]
  /** At the ends of its branches. */
  readonly states: readonly State[]
  readonly textOf: TextOf
}

/**
 * Recovers the placeholders' values for each turn of a chat by comparing its original texts with the texts as
 * sent. Placeholders that can't be recovered stay as they are, so that their numbers aren't reused. A file
 * doesn't record whether everything passed the guard: the next message has it scanned again.
 */
async function restoreRedactions(chat: ChatToTell): Promise<ReadonlyMap<string, Redaction>> {
  const sent = new Map(
    chat.states.flatMap(({ history, open }) =>
      [...history, ...(open ? [open] : [])].map(({ turnId, text }) => [turnId, text] as const),
    ),
  )
  const redactions = new Map<string, Redaction>()
  for (const turn of chat.turns) {
    const before = redactions.get(turn.parentId ?? '')?.state.values ?? {}
    const values = { ...(await valuesOf(turn, sent.get(turn.turnId) ?? turn.sent, chat.textOf)), ...before }
    if (Object.keys(values).length === 0) continue
    redactions.set(turn.turnId, { ...NO_REDACTION, state: { values }, types: typesOf(Object.keys(values)) })
  }
  return redactions
}

/** A text as it was sent, and as it was; undefined where that is not to be had. */
interface Redacted {
  readonly sent: string
  readonly was: string | undefined
}

async function valuesOf(turn: ChatTurnRows, sent: string, textOf: TextOf): Promise<RedactionMap> {
  const texts: readonly Redacted[] = [
    { sent, was: turn.sent },
    ...(await Promise.all(turn.artifacts.map(({ artifact }) => redactedOf(artifact, textOf)))),
    ...turn.answers.map(({ received, shown }) => ({ sent: received, was: shown })),
  ]
  const values: Record<string, string> = {}
  // What was not changed holds no placeholder of ours, whatever it looks like.
  const changed = texts.filter((text) => text.sent !== text.was)
  for (const text of changed) {
    const told = text.was === undefined ? undefined : valuesBehind(text.sent, text.was)
    for (const [placeholder, value] of Object.entries(told ?? {})) values[placeholder] ??= value
  }
  for (const text of changed)
    for (const placeholder of placeholdersIn(text.sent)) values[placeholder] ??= placeholder
  return values
}

async function redactedOf(artifact: Artifact, textOf: TextOf): Promise<Redacted> {
  const { hash } = originalOf(artifact)
  const { content, contentHash } = artifact
  return { sent: content, was: hash === contentHash ? content : await textOf(hash) }
}

/**
 * Goes on with the file where it holds nothing that storage does not: then writing it again loses nothing. Any
 * other stays as it is, and the chat gets a new one.
 */
async function adoptChatFile(
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
 * A file of a time before marks, or of a time when what its chat drew on had none, is written again by anyone who writes
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
