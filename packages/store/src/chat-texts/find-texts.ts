import type { PlainTerm } from '@varve/workspace/notes'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { projectSetting } from '../repository/conversations.ts'
import { type ChatTextsDialect, placeOf } from './chat-texts-dialect.ts'

export interface ChatFilter {
  /** Every chat that is not in the trash where it is left out. */
  readonly among?: 'current' | 'archived' | 'trashed' | undefined
  readonly tag?: string | undefined
  /** The project that the chat belongs to, by the name of its file. */
  readonly project?: string | undefined
  /** A model that has answered in the chat. */
  readonly modelId?: string | undefined
  /** Its time in milliseconds, to the second; for a title, when the chat was last used. */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

export interface FindRequest extends ChatFilter {
  readonly workspaceId: string
  readonly terms: readonly PlainTerm[]
  readonly limit: number
  /** How many to leave out. */
  readonly after?: number | undefined
  /** Which of these texts are right, for what the words alone do not tell. */
  readonly keep?: ((texts: readonly FoundText[]) => Promise<readonly FoundText[]>) | undefined
}

/** A message in which words were found. */
export interface FoundText {
  readonly conversationId: string
  readonly part: 'chat' | 'question' | 'answer'
  /** The conversation, the turn or the answer. */
  readonly sourceId: string
}

export interface FoundChat {
  readonly conversationId: string
  /** The newest few messages that were found; none where it was the title. */
  readonly texts: readonly FoundText[]
}

interface Row {
  readonly place: number
  readonly conversation_id: string
  readonly part: FoundText['part']
  readonly source_id: string
}

const TEXTS_OF_CHAT = 3
const CHUNK = 200
/** Titles among which those of the chats used last come first. */
const MOST_TITLES = 2000
/** Texts that are looked at for one search; what is behind the newest so many is not found. */
const MOST_TEXTS = 20_000

/** Chats that were found, each once, in the order in which they were. */
class Found {
  readonly #chats = new Map<string, FoundText[]>()

  get size(): number {
    return this.#chats.size
  }

  has(conversationId: string): boolean {
    return this.#chats.has(conversationId)
  }

  add({ conversationId, part, sourceId }: FoundText): void {
    const texts = this.#chats.get(conversationId) ?? []
    this.#chats.set(conversationId, texts)
    if (part !== 'chat' && texts.length < TEXTS_OF_CHAT) texts.push({ conversationId, part, sourceId })
  }

  slice(from: number, to: number): readonly FoundChat[] {
    return [...this.#chats].slice(from, to).map(([conversationId, texts]) => ({ conversationId, texts }))
  }
}

export async function findTexts(
  database: Kysely<Schema>,
  dialect: ChatTextsDialect,
  request: FindRequest,
): Promise<{ readonly chats: readonly FoundChat[]; readonly more: boolean }> {
  const { terms, limit, after = 0, keep } = request
  const search: Search = { database, dialect, request, found: new Found(), wanted: after + limit + 1 }
  if (terms.length === 0) await listChats(search)
  else {
    await findTitles(search)
    await findMessages(search)
    if (terms.length > 1 && !keep) await findTogether(search)
  }
  const chats = search.found.slice(after, after + limit)
  return { chats, more: search.found.size > after + limit }
}

export interface FindEachRequest extends Omit<FindRequest, 'limit' | 'after' | 'keep'> {
  /** The newest so many for a word. */
  readonly most: number
}

/** For each word alone, the newest texts that contain it; a title counts as one. */
export async function findEachWord(
  database: Kysely<Schema>,
  dialect: ChatTextsDialect,
  { most, ...request }: FindEachRequest,
): Promise<readonly (readonly FoundText[])[]> {
  const search = { database, dialect, request }
  const found: (readonly FoundText[])[] = []
  for (const term of request.terms) found.push((await messages(search, [term], { most })).map(toText))
  return found
}

interface Search {
  readonly database: Kysely<Schema>
  readonly dialect: ChatTextsDialect
  readonly request: FindRequest
  readonly found: Found
  readonly wanted: number
}

async function listChats({ database, dialect, request, found, wanted }: Search): Promise<void> {
  const { rows } = await sql<{ id: string }>`select c.id as id from conversations as c
    where c.workspace_id = ${request.workspaceId} and ${fits(dialect, request)} and ${wasInUse(request)}
    order by case when c.pinned_at is null then 1 else 0 end, c.activity desc
    limit ${wanted}`.execute(database)
  for (const { id } of rows) found.add({ conversationId: id, part: 'chat', sourceId: id })
}

async function findTitles({ database, dialect, request, found, wanted }: Search): Promise<void> {
  const { workspaceId, terms, keep } = request
  const { rows } = await sql<Row>`select * from (
      select ${dialect.place} as place, t.conversation_id as conversation_id, t.part as part,
        t.source_id as source_id, c.activity as activity ${dialect.from}
      where ${dialect.hasWords(terms, 'title')} and t.workspace_id = ${workspaceId}
        and ${fits(dialect, request)} and ${wasInUse(request)}
      order by ${dialect.place} desc limit ${MOST_TITLES}
    ) as titles order by activity desc limit ${wanted}`.execute(database)
  const texts = rows.map(toText)
  for (const text of keep ? await keep(texts) : texts) found.add(text)
}

async function findMessages(search: Search): Promise<void> {
  const { request, found, wanted } = search
  const { terms, keep } = request
  let below = Number.MAX_SAFE_INTEGER
  for (let seen = 0; seen < MOST_TEXTS && found.size < wanted; seen += CHUNK) {
    const rows = await messages(search, terms, { below, most: CHUNK })
    const texts = rows.map(toText)
    for (const text of keep ? await keep(texts) : texts) found.add(text)
    const last = rows.at(-1)
    if (rows.length < CHUNK || !last) return
    below = last.place
  }
}

/** Chats in which each word is in another message, or in the title. */
async function findTogether(search: Search): Promise<void> {
  const { request, found, wanted } = search
  if (found.size >= wanted) return
  let common: ReadonlyMap<string, readonly Row[]> | undefined
  for (const term of request.terms) {
    const rows = await messages(search, [term], { most: MOST_TEXTS })
    const next = new Map<string, readonly Row[]>()
    for (const row of rows) {
      const id = row.conversation_id
      const before = common ? common.get(id) : []
      if (before && !next.has(id)) next.set(id, [...before, row])
    }
    common = next
  }
  const newest = (rows: readonly Row[]): number => Math.max(...rows.map(({ place }) => place))
  const chats = [...(common ?? [])].sort(([, a], [, b]) => newest(b) - newest(a))
  for (const [id, rows] of chats) {
    if (found.has(id)) continue
    if (found.size >= wanted) return
    const once = new Map(rows.map((row) => [row.source_id, row]))
    for (const row of [...once.values()].sort((a, b) => b.place - a.place)) found.add(toText(row))
  }
}

interface Bounds {
  readonly below?: number
  readonly most: number
}

async function messages(
  {
    database,
    dialect,
    request,
  }: Pick<Search, 'database' | 'dialect'> & { readonly request: Omit<FindRequest, 'limit'> },
  terms: readonly PlainTerm[],
  { below = Number.MAX_SAFE_INTEGER, most }: Bounds,
): Promise<readonly Row[]> {
  const { workspaceId, from, until } = request
  const { place } = dialect
  const first = from === undefined ? 0 : placeOf(from)
  const end = until === undefined ? below : Math.min(below, placeOf(until + 999))
  const { rows } = await sql<Row>`select ${place} as place, t.conversation_id as conversation_id,
      t.part as part, t.source_id as source_id ${dialect.from}
    where ${dialect.hasWords(terms, 'text')} and ${place} >= ${first} and ${place} < ${end}
      and t.workspace_id = ${workspaceId} and ${fits(dialect, request)}
    order by ${place} desc limit ${most}`.execute(database)
  return rows
}

function toText({ conversation_id: conversationId, part, source_id: sourceId }: Row): FoundText {
  return { conversationId, part, sourceId }
}

/** Whether a chat is one of those that are asked for. */
function fits(
  { position }: ChatTextsDialect,
  { among, tag, project, modelId }: ChatFilter,
): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [
    among === 'trashed' ? sql`c.trashed_at is not null` : sql`c.trashed_at is null`,
  ]
  if (among === 'current') conditions.push(sql`c.archived_at is null`)
  if (among === 'archived') conditions.push(sql`c.archived_at is not null`)
  // As JSON a tag is in quotation marks, and those inside of one are escaped.
  if (tag !== undefined) conditions.push(sql`${position}(c.tags, ${JSON.stringify(tag)}) > 0`)
  if (project !== undefined) conditions.push(sql`${position}(c.settings, ${projectSetting(project)}) > 0`)
  if (modelId !== undefined)
    conditions.push(sql`exists (select 1 from answers as a where a.workspace_id = c.workspace_id
      and a.conversation_id = c.id and a.model_id = ${modelId})`)
  return sql.join(conditions, sql` and `)
}

function wasInUse({ from, until }: ChatFilter): RawBuilder<boolean> {
  const first = from === undefined ? sql`1 = 1` : sql`c.updated_at >= ${from}`
  const last = until === undefined ? sql`1 = 1` : sql`c.created_at < ${until}`
  return sql`${first} and ${last}`
}
