import { type PlainTerm, plainWords } from '@varve/workspace/notes'
import { type RawBuilder, sql } from 'kysely'

/** A text to search by. */
export interface IndexedText {
  readonly workspaceId: string
  readonly conversationId: string
  readonly part: 'chat' | 'question' | 'answer'
  /** The conversation, the turn or the answer. */
  readonly sourceId: string
  /** Parted by blanks. */
  readonly words: string
  /** The first place of its time. */
  readonly place: number
}

/** The differences between the two databases in full-text search. */
export interface ChatTextsDialect {
  /** The writes that put a text in place of what was there. */
  readonly put: (text: IndexedText) => readonly RawBuilder<unknown>[]
  /** `from …` with the texts as `t` and their conversations as `c`. */
  readonly from: RawBuilder<unknown>
  /** A text has all of these words; of its title, where asked. */
  readonly hasWords: (terms: readonly PlainTerm[], where: 'text' | 'title') => RawBuilder<boolean>
  readonly place: RawBuilder<number>
  /** Where a text begins in another, from 1; 0 where it does not. */
  readonly position: RawBuilder<unknown>
}

/** Room for texts of one second. */
const PLACES = 2 ** 20
const LAST_SECOND = 2 ** 33 - 1

/** The first place of a time: places order texts by seconds, and stay within what a number holds. */
export function placeOf(at: number): number {
  return Math.min(LAST_SECOND, Math.max(0, Math.floor(at / 1000))) * PLACES
}

const keyOf = ({ workspaceId, part, sourceId }: IndexedText): RawBuilder<boolean> =>
  sql`workspace_id = ${workspaceId} and part = ${part} and source_id = ${sourceId}`

export const SQLITE_CHAT_TEXTS: ChatTextsDialect = {
  put: (text) => {
    const { workspaceId, conversationId, part, sourceId, words, place } = text
    const key = keyOf(text)
    return [
      sql`delete from chat_words where rowid in (select place from chat_texts where ${key})`,
      sql`delete from chat_texts where ${key}`,
      sql`insert into chat_texts (place, workspace_id, part, source_id, conversation_id)
        select coalesce(max(place) + 1, ${place}), ${workspaceId}, ${part}, ${sourceId}, ${conversationId}
        from chat_texts where place >= ${place} and place < ${place + PLACES}`,
      sql`insert into chat_words (rowid, words) select place, ${words} from chat_texts where ${key}`,
    ]
  },
  // In this order: the index gives places newest first, and most searches need only a few.
  from: sql`from chat_words as w cross join chat_texts as t on t.place = w.rowid
    cross join conversations as c on c.workspace_id = t.workspace_id and c.id = t.conversation_id`,
  hasWords: (terms, where) => {
    const mark = where === 'title' ? TITLE_MARK : ''
    const words = terms.map(({ stem, beginning }) =>
      beginning === undefined ? `"${mark}${stem}"` : `("${mark}${stem}" OR "${mark}${beginning}" *)`,
    )
    return sql`w.chat_words match ${words.join(' AND ')}`
  },
  place: sql`w.rowid`,
  position: sql`instr`,
}

export const POSTGRES_CHAT_TEXTS: ChatTextsDialect = {
  put: (text) => {
    const { workspaceId, conversationId, part, sourceId, words, place } = text
    return [
      sql`insert into chat_texts (workspace_id, part, source_id, conversation_id, place, words)
        select ${workspaceId}, ${part}, ${sourceId}, ${conversationId},
          coalesce(max(place) + 1, cast(${place} as bigint)),
          array_to_tsvector(string_to_array(${words}, ' '))
        from chat_texts where workspace_id = ${workspaceId}
          and place >= cast(${place} as bigint) and place < cast(${place + PLACES} as bigint)
        on conflict (workspace_id, part, source_id) do update
          set conversation_id = excluded.conversation_id, place = excluded.place, words = excluded.words`,
    ]
  },
  from: sql`from chat_texts as t
    join conversations as c on c.workspace_id = t.workspace_id and c.id = t.conversation_id`,
  hasWords: (terms, where) => {
    const mark = where === 'title' ? TITLE_MARK : ''
    const words = terms.map(({ stem, beginning }) =>
      beginning === undefined ? `'${mark}${stem}'` : `('${mark}${stem}' | '${mark}${beginning}':*)`,
    )
    return sql`t.words @@ cast(${words.join(' & ')} as tsquery)`
  },
  place: sql`t.place`,
  position: sql`strpos`,
}

/** A longer word is none that anybody types; PostgreSQL takes no lexeme above 2 KB. */
const LONGEST_WORD = 64
/** PostgreSQL takes a megabyte of lexemes for one text. */
const MOST_BYTES = 600_000
/** What is behind is not found: no message is longer, and few imported ones. */
const MOST_CHARACTERS = 1_000_000
/** Stands before a word that is one of a title or a tag; no text has such words. */
const TITLE_MARK = '§'

/** The words of a text as the index has them: each once, parted by blanks. */
export function chatWords(text: string): string {
  const words = new Set<string>()
  let bytes = 0
  for (const { stem } of plainWords(text.slice(0, MOST_CHARACTERS))) {
    if (stem.length > LONGEST_WORD || words.has(stem)) continue
    bytes += Buffer.byteLength(stem)
    if (bytes > MOST_BYTES) break
    words.add(stem)
  }
  return [...words].join(' ')
}

/** Of a title and of tags: once as they are, and once so that titles can be searched alone. */
export function titleWords(title: string, tags: readonly string[]): string {
  const words = chatWords([title, ...tags].join(' '))
  if (words === '') return ''
  return `${words} ${words
    .split(' ')
    .map((word) => TITLE_MARK + word)
    .join(' ')}`
}
