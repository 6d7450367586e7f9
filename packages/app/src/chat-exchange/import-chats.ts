import { deserialize } from 'node:v8'
import {
  type ChatAnswer,
  type ChatDocument,
  type ChatTurn,
  type FileListing,
  isZip,
  runInWorker,
  type WorkerLimits,
  type WorkerOutcome,
} from '@varve/workspace'
import type { JsonValue } from '@varve/engine/internal'
import { StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import type { ImportedChatView, ImportReportView, ToolCallRecord } from '@varve/contract'
import { openedIfThere } from '../workspaces/opened-workspace.ts'
import type { ReadChat } from './read-import.ts'
import { type ChatsFile, type ReadChats, readChats } from './read-chats.ts'
import { withoutChatTag } from '../chat-files/build-chat-document.ts'
import { readDecisions } from '../chat-files/chat-decisions.ts'
import { textsIn } from '../chat-files/chat-texts.ts'
import { compareWithKnown, type Known } from '../chat-files/compare-with-known.ts'
import { type DocumentRows, documentRows } from '../chat-files/document-rows.ts'
import { fileTexts, type TextOf } from '../chat-files/file-texts.ts'
import { withForeignSteps } from '../chat-files/foreign-steps.ts'
import { importChat, type PictureSource } from '../chat-files/import-chat.ts'
import { findNamedNotes, isPluginTurn, withNamedContext } from '../files/named-context.ts'
import { plainId } from '../chat-files/plain-id.ts'
import { restoreOthers, restoreState } from '../chat-files/restore-state.ts'
import { titleFrom } from '../chat/title-from.ts'
import { privateTitle } from '../guard/private-title.ts'
import { readSteps } from '../agent/read-steps.ts'

const LONGEST_TITLE = 200

/** Pictures do not come along. */
const NO_PICTURES: PictureSource = { objects: { read: () => Promise.resolve(undefined) } }

/** Ids that a file without any is given; they name nothing. */
const NO_IDS: ReadonlySet<string> = new Set(['', 'imported', 'chatgpt-', 'claude-'])

const LIMITS: WorkerLimits = { milliseconds: 120_000, heapMegabytes: 2048, bufferMegabytes: 1536 }

/** What a text of this length can ask for takes less than starting a thread. */
const SMALL = 512 * 1024

const IN_PARTS = 'Split it, and import its parts one after another.'

export interface ImportChatsInput {
  readonly workspaceId: string
  /** As the file is called; it is shown and nothing else. */
  readonly name: string
  readonly bytes: Uint8Array
}

const MOST_BYTES = 128 * 2 ** 20
/** What holds for the whole import is not said once for each chat. */
const FATAL: ReadonlySet<string> = new Set(['disk-full', 'read-only', 'data-corrupt', 'busy'])

/**
 * Takes over the chats of a file: ours as JSON, JSON Lines, HTML or Markdown, the notes of the Obsidian plugin,
 * the data exports of ChatGPT and Claude, or an archive of any of these. What cannot come along is reported.
 */
export async function importChats(context: AppContext, input: ImportChatsInput): Promise<ImportReportView> {
  const { workspaceId, name, bytes } = input
  if (bytes.length > MOST_BYTES)
    throw new AppError('file-too-large', `A file of chats has at most ${MOST_BYTES / 2 ** 20} MB.`)
  if (!(await context.store.workspaces.get(workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
  const { chats, refused, skipped } = await readChatsApart({ name, bytes })
  const report: ImportedChatView[] = [...refused]
  let listed: Promise<FileListing | undefined> | undefined
  const listing = () =>
    (listed ??= openedIfThere(context, workspaceId).then((opened) => opened?.files.list()))
  // The list of chats follows the order in which they come.
  for (const { source, packed } of chats.toSorted((a, b) => a.at - b.at)) {
    const chat = deserialize(packed) as ReadChat
    report.push({ source, ...(await oneChat(context, { workspaceId, chat, listing })) })
  }
  context.chatFiles.due(workspaceId)
  return { chats: report, skipped }
}

async function oneChat(
  context: AppContext,
  toImport: DocumentToImport,
): Promise<Omit<ImportedChatView, 'source'>> {
  try {
    return await importDocument(context, toImport)
  } catch (error) {
    const { code, message } = toAppError(error)
    if (FATAL.has(code)) throw error
    return { title: toImport.chat.document.title, outcome: 'refused', lost: [message] }
  }
}

type ChatsRead = Extract<ReadChats, { readonly kind: 'read' }>

/** The chats of a file. An archive, or a file of some length, is read in a thread that is ended when it takes too much. */
export async function readChatsApart(file: ChatsFile, limits: WorkerLimits = LIMITS): Promise<ChatsRead> {
  const isSmall = file.bytes.length <= SMALL && !isZip(file.bytes)
  const read = isSmall ? readChats(file) : await readInThread(file, limits)
  if (read.kind === 'refused') throw new AppError(read.code, read.message)
  return read
}

async function readInThread({ name, bytes }: ChatsFile, limits: WorkerLimits): Promise<ReadChats> {
  const outcome = await runInWorker<ChatsFile, ReadChats>({
    entry: new URL('./read-chats-thread.ts', import.meta.url),
    input: { name, bytes },
    limits,
  })
  return outcome.kind === 'done' ? outcome.value : givenUp(name, outcome)
}

function givenUp(name: string, outcome: Exclude<WorkerOutcome<never>, { readonly kind: 'done' }>): ReadChats {
  switch (outcome.kind) {
    case 'timeout': {
      const message = `${name} was not read within ${outcome.milliseconds / 1000} seconds and was given up. ${IN_PARTS}`
      return { kind: 'refused', code: 'file-too-large', message }
    }
    case 'memory': {
      const message = `${name} takes more than ${outcome.megabytes} MB of memory to read and was given up. ${IN_PARTS}`
      return { kind: 'refused', code: 'file-too-large', message }
    }
    case 'failed':
    case 'lost': {
      const message = `${name} cannot be read: ${outcome.message} Export it again, or take its files one by one.`
      return { kind: 'refused', code: 'file-unreadable', message }
    }
    default:
      return outcome satisfies never
  }
}

interface DocumentToImport {
  readonly workspaceId: string
  readonly chat: ReadChat
  /** Of the workspace, read when it is first needed; undefined if its folder is not there. */
  readonly listing: () => Promise<FileListing | undefined>
}

/** Adds one conversation, whole or not at all; what is there already is left alone. */
async function importDocument(
  context: AppContext,
  { workspaceId, chat, listing }: DocumentToImport,
): Promise<Omit<ImportedChatView, 'source'>> {
  const textOf = await textsOf(context, workspaceId, { chat, listing })
  const named = await withTitle(context, workspaceId, withNamedContext(chat.document))
  const document = await withForeignSteps(asUntrusted(named), textOf)
  const at = context.clock.now()
  const read = (newId?: () => string) => documentRows(document, { textOf, at, newId })
  const isNamed = !NO_IDS.has(document.id)
  const own = await read()
  const known: Known = isNamed ? await knownOf(context, workspaceId, document, own) : { kind: 'other' }
  const listed = document.turns.some(isPluginTurn) ? await listing() : undefined
  const notes = listed && findNamedNotes(document, listed)
  const about = { ...describe(document, own, chat), ...(notes ? { context: notes } : {}) }
  if (known.kind === 'known') return { ...about, outcome: 'known', chatId: plainId(document.id), lost: [] }
  const place = { workspaceId, document, textOf, at }
  if (known.kind !== 'other') {
    const chatId = plainId(document.id)
    const before = known.kind === 'beginning' ? known.turns : 0
    if (await tryImport(context, { ...place, rows: own, chatId, known: before }))
      return { ...about, chatId, outcome: before > 0 ? 'extended' : 'added' }
  }
  const rows = await read(context.newId)
  const chatId = context.newId()
  if (!(await tryImport(context, { ...place, rows, chatId, known: 0 })))
    return { ...about, outcome: 'refused', lost: ['Some of its messages have the same id.'] }
  return { ...about, chatId, outcome: isNamed ? 'copied' : 'added' }
}

function describe(document: ChatDocument, { turns }: DocumentRows, { lost }: ReadChat) {
  const answers = turns.reduce((sum, turn) => sum + turn.answers.length, 0)
  return {
    title: document.title,
    turns: turns.length,
    answers,
    lost: [...lost, ...turns.flatMap(({ gaps }) => gaps)],
  }
}

function knownOf(
  context: AppContext,
  workspaceId: string,
  { id }: ChatDocument,
  rows: DocumentRows,
): Promise<Known> {
  const file = { path: '', chatId: plainId(id) }
  return compareWithKnown(context, { workspaceId, file, content: { hash: '' }, rows })
}

interface Importing {
  readonly workspaceId: string
  readonly document: ChatDocument
  readonly textOf: TextOf
  readonly at: number
  readonly rows: DocumentRows
  readonly chatId: string
  readonly known: number
}

/** False where some id is taken. */
async function tryImport(context: AppContext, importing: Importing): Promise<boolean> {
  const { workspaceId, document, textOf, at, rows, chatId, known } = importing
  const { turns, shown, others } = rows
  const restored = await restoreState({ chatId, turns: shown, stateHash: undefined, textOf })
  try {
    await importChat(context, NO_PICTURES, {
      workspaceId,
      chatId,
      title: document.title,
      createdAt: document.created ?? turns[0]?.at ?? at,
      turns,
      tags: withoutChatTag(document.tags),
      pinned: document.pinned,
      archived: document.archived,
      shown: shown.at(-1)?.turnId ?? '',
      known,
      restored,
      others: await restoreOthers(chatId, others),
    })
    return true
  } catch (error) {
    if (error instanceof StoreError && error.code === 'conflict') return false
    throw error
  }
}

/** Its own title or its first words, with placeholders for private data. */
async function withTitle(
  context: AppContext,
  workspaceId: string,
  document: ChatDocument,
): Promise<ChatDocument> {
  const hide = (text: string): Promise<string> => privateTitle(context, { workspaceId, text })
  const plain = document.title.toWellFormed().replace(/\s+/g, ' ').trim()
  if (plain !== '') {
    const title = (await hide(plain)).slice(0, LONGEST_TITLE).replace(/[\ud800-\udbff]$/, '')
    return { ...document, title }
  }
  const first = document.turns.find(({ userText }) => userText.trim() !== '')?.userText
  return { ...document, title: first === undefined ? 'Imported chat' : titleFrom(await hide(first)) }
}

/**
 * Consents and guard decisions count only where they were made: a file from outside can't claim them. Nor
 * does it bring engine state or changes to files. Each of its turns stays marked as imported.
 */
function asUntrusted(document: ChatDocument): ChatDocument {
  return { ...document, turns: document.turns.map(withoutConsent) }
}

function withoutConsent(turn: ChatTurn): ChatTurn {
  const { decisions: _, guard: __, areas: ___, ...rest } = turn
  const { options, state: ____, ...kept } = readDecisions(turn.decisions).decisions
  const { active, models, continues } = options ?? {}
  const namedOnly = isPluginTurn(turn) ? true : undefined
  const decisions = { ...kept, options: { active, models, continues, imported: true, namedOnly } }
  const answers = turn.answers.map(withoutChanges)
  return { ...rest, answers, decisions: JSON.parse(JSON.stringify(decisions)) as never }
}

/**
 * Changes made by a tool on another machine are shown but can't be undone here: undoing would let the file's
 * author change files.
 */
function withoutChanges({ extra, ...answer }: ChatAnswer): ChatAnswer {
  if (!extra) return answer
  const { steps, ...others } = extra
  const kept = readSteps(steps, true)?.map((step) => ({ ...step, calls: step.calls.map(asImported) }))
  return {
    ...answer,
    extra: { ...others, ...(kept ? { steps: JSON.parse(JSON.stringify(kept)) as JsonValue } : {}) },
  }
}

function asImported(call: ToolCallRecord): ToolCallRecord {
  const { changes: _, ...told } = call
  return told
}

/** From the file itself, or from a file of the workspace; what is beside other chats is not looked up by a hash. */
async function textsOf(
  context: AppContext,
  workspaceId: string,
  { chat, listing }: Pick<DocumentToImport, 'chat' | 'listing'>,
): Promise<TextOf> {
  const known = new Map([...chat.objects, ...textsIn(chat)])
  const files = (await openedIfThere(context, workspaceId))?.files
  if (!files) return (hash) => Promise.resolve(known.get(hash))
  const inFiles = fileTexts(files, chat.document, async () => (await listing()) ?? files.list())
  return async (hash) => known.get(hash) ?? inFiles(hash)
}
