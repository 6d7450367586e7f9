import { type Kysely, sql } from 'kysely'
import { parseJson } from '../repository/parse-json.ts'
import type { Schema } from '../schema.ts'
import { type IndexedText, placeOf } from './chat-texts-dialect.ts'
import { chatWords, titleWords } from './chat-words.ts'

/** A text that is not searched yet; without `text` where it is gone, or still being written. */
export interface DueText extends Pick<IndexedText, 'workspaceId' | 'part' | 'sourceId'> {
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
export async function readDueTexts(database: Kysely<Schema>, most: number): Promise<readonly DueText[]> {
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
