import {
  type ChatFilter,
  type ConversationRecord,
  type FoundChat,
  type FoundText,
  StoreError,
} from '@varve/store'
import { makeSnippet } from '@varve/index'
import { findPlainWords, hasPhrases, parsePlainQuery, type PlainQuery } from '@varve/workspace'
import type { ChatHitView, ChatPassageView, ChatSearchView } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { chatSummary } from '../chat/list-chats.ts'

export interface SearchChatsInput extends ChatFilter {
  readonly workspaceId: string
  /** Words, and "phrases" in quotation marks; nothing lists what the filters leave. */
  readonly text: string
  readonly limit?: number | undefined
  /** How many to leave out. */
  readonly after?: number | undefined
}

const LIMIT = 20
const MOST = 100
const FURTHEST = 10_000
const LONGEST_QUERY = 1000

/** Finds chats by their titles, tags, questions and answers, in every branch. */
export async function searchChats(context: AppContext, input: SearchChatsInput): Promise<ChatSearchView> {
  const { text, limit = LIMIT, after = 0, ...filter } = input
  const { store } = context
  if (text.length > LONGEST_QUERY)
    throw new AppError('message-invalid', `A search has at most ${LONGEST_QUERY} characters.`)
  if (limit < 1 || limit > MOST || after < 0 || after > FURTHEST)
    throw new AppError('message-invalid', `At most ${MOST} chats at once, out of the first ${FURTHEST}.`)
  const query = parsePlainQuery(text)
  // Signs alone are no words: nothing has them.
  if (query.terms.length === 0 && text.trim() !== '') return { hits: [], more: false }
  const request = { ...filter, terms: query.terms, limit, after }
  const keep = (texts: readonly FoundText[]) => withPhrases(context, input.workspaceId, texts, query)
  const { chats, more } = await store.chatTexts.find(
    query.phrases.length > 0 ? { ...request, keep } : request,
  )
  const ids = chats.map(({ conversationId }) => conversationId)
  const records = new Map(
    (await store.conversations.some(input.workspaceId, ids)).map((record) => [record.id, record]),
  )
  const hits: ChatHitView[] = []
  for (const chat of chats) {
    const record = records.get(chat.conversationId)
    if (record) hits.push(await hitOf(context, chat, { record, query }))
  }
  const waiting = await store.chatTexts.countDue(input.workspaceId)
  return { hits, more, ...(waiting > 0 ? { waiting } : {}) }
}

interface HitParts {
  readonly record: ConversationRecord
  readonly query: PlainQuery
}

async function hitOf(
  context: AppContext,
  { texts }: FoundChat,
  { record, query }: HitParts,
): Promise<ChatHitView> {
  const passages = await Promise.all(texts.map((text) => passageOf(context, record.workspaceId, text, query)))
  return {
    chat: chatSummary(record),
    titleHighlights: findPlainWords(record.title, query).map(({ start, end }) => [start, end]),
    passages: passages.filter((passage) => passage !== undefined),
  }
}

async function passageOf(
  context: AppContext,
  workspaceId: string,
  found: FoundText,
  query: PlainQuery,
): Promise<ChatPassageView | undefined> {
  const message = await messageOf(context, workspaceId, found)
  if (!message) return undefined
  const { text, ...about } = message
  const matches = findPlainWords(text, query).map(({ stem, start, end }, position) => ({
    concept: conceptOf(stem, query),
    factor: 1,
    position,
    start,
    end,
  }))
  const snippet = makeSnippet(text, { words: matches.length, matches }, { worth: () => 1 })
  return { ...about, snippet: snippet.text, highlights: snippet.highlights }
}

/** Which of the words it is; the unfinished one where it is none by itself. */
function conceptOf(stem: string, { terms }: PlainQuery): number {
  const own = terms.findIndex((term) => term.stem === stem)
  return own >= 0 ? own : terms.findIndex(({ beginning }) => beginning !== undefined)
}

interface FoundMessage extends Omit<ChatPassageView, 'snippet' | 'highlights'> {
  readonly text: string
}

async function messageOf(
  { store }: AppContext,
  workspaceId: string,
  { part, sourceId: id }: FoundText,
): Promise<FoundMessage | undefined> {
  if (part === 'question') {
    const turn = await store.turns.get({ workspaceId, id })
    return (
      turn && { part, turnId: id, turn: turn.number, at: new Date(turn.at).toISOString(), text: turn.text }
    )
  }
  const answer = await store.answers.get({ workspaceId, id })
  if (!answer) return undefined
  const { turnId, modelName, text, endedAt, startedAt } = answer
  const turn = await store.turns.get({ workspaceId, id: turnId })
  if (!turn) return undefined
  const at = new Date(endedAt ?? startedAt).toISOString()
  return { part: 'answer', turnId, turn: turn.number, answerId: id, modelName, at, text }
}

/** The index knows which words a text contains, but not their order. */
async function withPhrases(
  context: AppContext,
  workspaceId: string,
  texts: readonly FoundText[],
  query: PlainQuery,
): Promise<readonly FoundText[]> {
  const chats = texts.filter(({ part }) => part === 'chat').map(({ sourceId }) => sourceId)
  const records = await context.store.conversations.some(workspaceId, chats)
  const titles = new Map(records.map(({ id, title, tags }) => [id, [title, ...tags].join(' ')]))
  const kept: FoundText[] = []
  for (const text of texts) {
    const words =
      text.part === 'chat' ? titles.get(text.sourceId) : (await messageOf(context, workspaceId, text))?.text
    if (words !== undefined && hasPhrases(words, query)) kept.push(text)
  }
  return kept
}

/** Texts read at once: few, so that writers don't wait for long. */
const BATCH = 100

/** Reads the chats that cannot be searched yet: those of an earlier version, or of a database that was moved. */
export async function fillChatTexts({ store, closing, report }: AppContext): Promise<void> {
  if (store.readOnly !== undefined) return
  try {
    while (!closing.aborted) {
      const batches = await store.chatTexts.fillNext(BATCH)
      if (batches.length === 0) return
      const outcomes = await Promise.allSettled(batches.map((statements) => store.commit(statements)))
      for (const outcome of outcomes)
        if (outcome.status === 'rejected' && !isTaken(outcome.reason)) throw outcome.reason
    }
  } catch (error) {
    if (!closing.aborted)
      report(`Some chats cannot be searched until the next start: ${toAppError(error).message}`)
  }
}

/** The chat was renamed in the meantime, which updated the index. */
function isTaken(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'conflict'
}
