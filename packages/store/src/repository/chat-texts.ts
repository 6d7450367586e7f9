import { CONTINUE_REQUEST } from '@varve/engine'
import type { PlainTerm } from '@varve/workspace/searching'
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import {
  type ChatTextsDialect,
  type IndexedText,
  placeOf,
  POSTGRES_CHAT_TEXTS,
  SQLITE_CHAT_TEXTS,
} from '../chat-texts/chat-texts-dialect.ts'
import { chatWords, titleWords } from '../chat-texts/chat-words.ts'
import { readDueTexts } from '../chat-texts/due-texts.ts'
import { type FindRequest, findTexts, type FoundChat } from '../chat-texts/find-texts.ts'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import type { AnswerOwner } from './answer-owner.ts'
import { statement } from './statement.ts'

interface TextOf {
  readonly workspaceId: string
  readonly conversationId: string
  readonly at: number
}

export interface ChatTexts {
  /** What a chat is called; in the same commit as its title or its tags. */
  readonly putChat: (
    chat: TextOf & { readonly title: string; readonly tags: readonly string[] },
  ) => readonly Statement[]
  readonly putQuestion: (
    question: TextOf & { readonly turnId: string; readonly text: string },
  ) => readonly Statement[]
  readonly putAnswer: (
    answer: TextOf & { readonly answerId: string; readonly text: string },
  ) => readonly Statement[]
  /**
   * Chats that have every word, and whatever else is asked for: first those whose title has them, then those with
   * one message that does, then those with several that do together; each newest first. Without words, all chats
   * that the rest fits, as they are listed.
   */
  readonly find: (request: FindRequest) => Promise<{
    readonly chats: readonly FoundChat[]
    readonly more: boolean
  }>
  /** How many texts are not searched yet. */
  readonly countDue: (workspaceId: string) => Promise<number>
  /** Writes that read the next few of those; each batch by itself. Empty when none is left. */
  readonly fillNext: (most: number) => Promise<readonly (readonly Statement[])[]>
  /** Answers that a program that has gone was writing: at start-up they are due as far as they came. */
  readonly dueInterrupted: () => Statement
}

export type { PlainTerm }

export function chatTexts(database: Kysely<Schema>, owner: AnswerOwner): ChatTexts {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
  const dialect = isPostgres ? POSTGRES_CHAT_TEXTS : SQLITE_CHAT_TEXTS
  const put = (text: IndexedText) => putStatements(database, dialect, text)
  return {
    putChat: ({ workspaceId, conversationId, at, title, tags }) => {
      const key = { workspaceId, part: 'chat', sourceId: conversationId } as const
      const words = titleWords(title, tags)
      return [
        // What was due is an older title.
        statement(workspaceId, notDue(key).compile(database)),
        ...put({ ...key, conversationId, words, place: placeOf(at) }),
      ]
    },
    putQuestion: ({ turnId, text, at, ...place }) =>
      // Varve's own words are nothing that anybody asked.
      put({
        ...place,
        part: 'question',
        sourceId: turnId,
        words: chatWords(text === CONTINUE_REQUEST ? '' : text),
        place: placeOf(at),
      }),
    putAnswer: ({ answerId, text, at, ...place }) =>
      put({ ...place, part: 'answer', sourceId: answerId, words: chatWords(text), place: placeOf(at) }),
    find: (request) => findTexts(database, dialect, request),
    countDue: async (workspaceId) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from chat_texts_due where workspace_id = ${workspaceId}`.execute(database)
      return rows[0]?.count ?? 0
    },
    fillNext: async (most) => {
      const due = await readDueTexts(database, most)
      return due.map(({ text, ...key }) => [
        // Whoever has renamed the chat meanwhile has taken it off the list: then this is not done.
        statement(key.workspaceId, notDue(key).compile(database), 1),
        ...(text ? put(text) : []),
      ])
    },
    dueInterrupted: () => {
      const { sql: text } = sql`insert into chat_texts_due (workspace_id, part, source_id, at)
        select workspace_id, 'answer', id, started_at from answers
        where status = 'streaming' and ${owner.isGone}
        on conflict do nothing`.compile(database)
      return { sql: text, parameters: [] }
    },
  }
}

function putStatements(
  database: Kysely<Schema>,
  dialect: ChatTextsDialect,
  text: IndexedText,
): readonly Statement[] {
  return dialect.put(text).map((query) => statement(text.workspaceId, query.compile(database)))
}

function notDue({
  workspaceId,
  part,
  sourceId,
}: Pick<IndexedText, 'workspaceId' | 'part' | 'sourceId'>): RawBuilder<unknown> {
  return sql`delete from chat_texts_due
    where workspace_id = ${workspaceId} and part = ${part} and source_id = ${sourceId}`
}
