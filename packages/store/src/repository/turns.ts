import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { parseJson, inChunks } from './parse-json.ts'

export interface TurnRecord {
  readonly workspaceId: string
  readonly id: string
  readonly conversationId: string
  /** In which order the turns of a conversation came, whatever their branch; counted from 1. */
  readonly sequence: number
  /** Place in its branch, counted from 1. */
  readonly number: number
  /** The turn that this one follows, and which of its answers; absent at the beginning of a conversation. */
  readonly parentId: string | undefined
  readonly parentAnswerId: string | undefined
  readonly at: number
  readonly text: string
  /** Context that the user named, as written. */
  readonly attach: readonly unknown[]
  /** Further options of the request, as JSON. */
  readonly options: unknown
}

interface ConversationOf {
  readonly workspaceId: string
  readonly conversationId: string
}

export interface Turns {
  /**
   * Adds a turn to a conversation. Conflict if the conversation is gone, still waits for an answer, or has a
   * newer turn than the one this was planned after: two tabs can't overwrite each other.
   */
  readonly append: (turn: TurnRecord) => Statement
  /** Of the latest turn, whatever its branch; 0 before the first. */
  readonly lastSequence: (workspaceId: string, conversationId: string) => Promise<number>
  readonly latest: (place: ConversationOf) => Promise<TurnRecord | undefined>
  readonly get: (place: {
    readonly workspaceId: string
    readonly id: string
  }) => Promise<TurnRecord | undefined>
  /** Every turn of every branch, as they came. */
  readonly list: (workspaceId: string, conversationId: string) => Promise<readonly TurnRecord[]>
  /** The branch that ends with a turn, from place `from` on, oldest first. */
  readonly branch: (place: {
    readonly workspaceId: string
    readonly headId: string
    readonly from?: number | undefined
    /** Places before this one only. */
    readonly before?: number | undefined
  }) => Promise<readonly TurnRecord[]>
  /** Turns that follow one of these; those that begin the conversation for `null`. */
  readonly following: (
    place: ConversationOf,
    parentIds: readonly (string | null)[],
  ) => Promise<readonly TurnRecord[]>
}

export function turns(database: Kysely<Schema>): Turns {
  const all = database.selectFrom('turns').selectAll()
  const inConversation = ({ workspaceId, conversationId }: ConversationOf) =>
    all.where('workspace_id', '=', workspaceId).where('conversation_id', '=', conversationId)
  const latest = async (place: ConversationOf): Promise<TurnRecord | undefined> => {
    const row = await inConversation(place).orderBy('sequence', 'desc').limit(1).executeTakeFirst()
    return row && fromRow(row)
  }
  return {
    append: (turn) => statement(turn.workspaceId, appendQuery(turn).compile(database), 1),
    lastSequence: async (workspaceId, conversationId) =>
      (await latest({ workspaceId, conversationId }))?.sequence ?? 0,
    latest,
    get: async ({ workspaceId, id }) => {
      const row = await all.where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    list: async (workspaceId, conversationId) =>
      (await inConversation({ workspaceId, conversationId }).orderBy('sequence').execute()).map(fromRow),
    branch: async (toRead) => {
      const { rows } = await branchQuery(toRead).execute(database)
      return rows.map(fromRow).sort((a, b) => a.number - b.number)
    },
    following: async (place, parentIds) => {
      const ids = parentIds.filter((id) => id !== null)
      const first = parentIds.includes(null)
        ? await inConversation(place).where('parent_id', 'is', null).execute()
        : []
      const later: Schema['turns'][] = []
      for (const chunk of inChunks(ids))
        for (const row of await inConversation(place).where('parent_id', 'in', chunk).execute())
          later.push(row)
      return [...first, ...later].map(fromRow).sort((a, b) => a.sequence - b.sequence)
    },
  }
}

function appendQuery(turn: TurnRecord) {
  const { workspaceId, conversationId, id, sequence, number, at, text } = turn
  const { parentId = null, parentAnswerId = null } = turn
  const [attach, options] = [JSON.stringify(turn.attach), JSON.stringify(turn.options)]
  const same = sql`workspace_id = ${workspaceId} and conversation_id = ${conversationId}`
  return sql`
    insert into turns (workspace_id, conversation_id, id, sequence, number, parent_id, parent_answer_id,
      at, text, attach, options)
    select workspace_id, id, ${id}, ${sequence}, ${number}, ${parentId}, ${parentAnswerId},
      ${at}, ${text}, ${attach}, ${options}
    from conversations
    where workspace_id = ${workspaceId} and id = ${conversationId} and trashed_at is null
      and (select coalesce(max(sequence), 0) from turns where ${same}) = ${sequence - 1}
      and not exists (select 1 from answers where ${same} and status = 'streaming')`
}

type BranchToRead = Parameters<Turns['branch']>[0]

/** Up from the last turn to its first, or no further than place `from`; only those before `before` are read. */
function branchQuery({ workspaceId, headId, from = 1, before = 2 ** 31 - 1 }: BranchToRead) {
  return sql<Schema['turns']>`
    with recursive branch as (
      select workspace_id, id, parent_id, number from turns where workspace_id = ${workspaceId} and id = ${headId}
      union all
      select turns.workspace_id, turns.id, turns.parent_id, turns.number from turns join branch
        on turns.workspace_id = branch.workspace_id and turns.id = branch.parent_id
      where turns.number >= ${from}
    )
    select turns.* from branch join turns on turns.workspace_id = branch.workspace_id and turns.id = branch.id
    where turns.number < ${before}`
}

function fromRow(row: Schema['turns']): TurnRecord {
  const where = `turn ${row.id}`
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    conversationId: row.conversation_id,
    sequence: row.sequence,
    number: row.number,
    parentId: row.parent_id ?? undefined,
    parentAnswerId: row.parent_answer_id ?? undefined,
    at: row.at,
    text: row.text,
    attach: parseJson(row.attach, where) as readonly unknown[],
    options: parseJson(row.options, where),
  }
}
