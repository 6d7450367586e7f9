import { CONTINUE_REQUEST } from '@varve/engine/internal'
import type { PlainTerm } from '@varve/workspace/notes'
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import {
  type ChatTextsDialect,
  type IndexedText,
  placeOf,
  POSTGRES_CHAT_TEXTS,
  SQLITE_CHAT_TEXTS,
  chatWords,
  titleWords,
} from './chat-texts-dialect.ts'
import {
  type FindEachRequest,
  findEachWord,
  type FindRequest,
  findTexts,
  type FoundChat,
  type FoundText,
} from './find-texts.ts'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import type { AnswerOwner } from '../repository/answer-record.ts'
import { parseJson } from '../repository/parse-json.ts'

interface TextOf {
  readonly workspaceId: string
  readonly conversationId: string
  readonly at: number
}

export interface ChatTexts {
  /** The title and tags of a chat; in the same commit as they change. */
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
   * Chats that contain every word and meet the other conditions: first matches in the title, then in a single
   * message, then across messages; each newest first. Without words, all chats that meet the conditions, in
   * list order.
   */
  readonly find: (request: FindRequest) => Promise<{
    readonly chats: readonly FoundChat[]
    readonly more: boolean
  }>
  /** For each word alone, the newest texts that contain it. */
  readonly findEach: (request: FindEachRequest) => Promise<readonly (readonly FoundText[])[]>
  /** How many texts there are, up to a number. */
  readonly count: (workspaceId: string, most: number) => Promise<number>
  /** How many texts are not searched yet. */
  readonly countDue: (workspaceId: string) => Promise<number>
  /** Writes for the next few of them, one batch each. Empty if none is left. */
  readonly fillNext: (most: number) => Promise<readonly (readonly Statement[])[]>
  /** Answers that a crashed program was writing: at start-up their text so far becomes due. */
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
        // The text that was due is an older title.
        statement(workspaceId, notDue(key).compile(database)),
        ...put({ ...key, conversationId, words, place: placeOf(at) }),
      ]
    },
    putQuestion: ({ turnId, text, at, ...place }) =>
      // Varve's own request is not a question of the user.
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
    findEach: (request) => findEachWord(database, dialect, request),
    count: async (workspaceId, most) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from
        (select 1 from chat_texts where workspace_id = ${workspaceId} limit ${most}) as counted`.execute(
        database,
      )
      return rows[0]?.count ?? 0
    },
    countDue: async (workspaceId) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from chat_texts_due where workspace_id = ${workspaceId}`.execute(database)
      return rows[0]?.count ?? 0
    },
    fillNext: async (most) => {
      const due = await readDueTexts(database, most)
      return due.map(({ text, ...key }) => [
        // If the chat was renamed in the meantime, it is no longer on the list and nothing is done.
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

/** A text that isn't searchable yet; `text` is absent if it was deleted or is still being written. */
interface DueText extends Pick<IndexedText, 'workspaceId' | 'part' | 'sourceId'> {
  readonly text: IndexedText | undefined
}

interface DueRow {
  readonly workspace_id: string
  readonly part: IndexedText['part']
  readonly source_id: string
  readonly conversation_id: string | null
  readonly text: string | null
  readonly tags: string | null
  readonly at: number | null
}

/** The next few, newest first, so that a search soon has what people look for. */
async function readDueTexts(database: Kysely<Schema>, most: number): Promise<readonly DueText[]> {
  const { rows } = await sql<DueRow>`
    select d.workspace_id, d.part, d.source_id,
      case d.part when 'chat' then c.id when 'question' then t.conversation_id else a.conversation_id end
        as conversation_id,
      case d.part when 'chat' then c.title when 'question' then t.text else a.text end as text,
      c.tags as tags,
      case d.part when 'chat' then c.created_at when 'question' then t.at
        else coalesce(a.ended_at, a.started_at) end as at
    from (select * from chat_texts_due order by at desc limit ${most}) as d
    left join conversations as c
      on d.part = 'chat' and c.workspace_id = d.workspace_id and c.id = d.source_id
    left join turns as t
      on d.part = 'question' and t.workspace_id = d.workspace_id and t.id = d.source_id
    left join answers as a on d.part = 'answer' and a.workspace_id = d.workspace_id and a.id = d.source_id
      and a.status <> 'streaming'`.execute(database)
  return rows.map(toDue)
}

function toDue(row: DueRow): DueText {
  const key = { workspaceId: row.workspace_id, part: row.part, sourceId: row.source_id }
  const { conversation_id: conversationId, text, tags, at } = row
  if (conversationId === null || text === null) return { ...key, text: undefined }
  const words =
    row.part === 'chat'
      ? titleWords(text, parseJson(tags ?? '[]', `chat ${conversationId}`) as readonly string[])
      : chatWords(text)
  return { ...key, text: { ...key, conversationId, words, place: placeOf(at ?? 0) } }
}

/** Puts every text of every chat on the list of those that are to be read, in the words of both databases. */
export const CHAT_TEXTS_DUE: readonly string[] = [
  `insert into chat_texts_due (workspace_id, part, source_id, at)
    select workspace_id, 'chat', id, updated_at from conversations where titled_by <> 'default' or tags <> '[]'`,
  `insert into chat_texts_due (workspace_id, part, source_id, at)
    select workspace_id, 'question', id, at from turns`,
  `insert into chat_texts_due (workspace_id, part, source_id, at)
    select workspace_id, 'answer', id, started_at from answers where status <> 'streaming'`,
]
