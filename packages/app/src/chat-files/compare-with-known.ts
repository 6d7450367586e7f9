import type { AppContext } from '../app-context.ts'
import type { ChatTurnRows } from './chat-rows.ts'
import type { ChatFileContent, ReadFile } from './read-chat-files.ts'

/** A file against what the database has of its chat. */
export type Known =
  | { readonly kind: 'new' }
  /** The database has all of it. */
  | { readonly kind: 'known' }
  /** The database has the beginning of it. */
  | { readonly kind: 'beginning'; readonly turns: number }
  | { readonly kind: 'other' }

export interface FileToCompare {
  readonly workspaceId: string
  readonly file: Pick<ReadFile, 'path' | 'chatId'>
  readonly content: Pick<ChatFileContent, 'hash'>
  readonly rows: { readonly turns: readonly ChatTurnRows[] }
}

export async function compareWithKnown(
  { store }: AppContext,
  { workspaceId, file, content, rows }: FileToCompare,
): Promise<Known> {
  const { chatId } = file
  const chat = await store.conversations.get({ workspaceId, id: chatId })
  if (!chat) return { kind: 'new' }
  const row = await store.chatFiles.get({ workspaceId, conversationId: chatId })
  if (row?.path === file.path && row.hash === content.hash) return { kind: 'known' }
  const turns = await store.turns.list(workspaceId, chatId)
  const answers = new Map(
    (await store.answers.list(workspaceId, chatId)).map((answer) => [answer.id, answer.text]),
  )
  const shared = Math.min(turns.length, rows.turns.length)
  const isSame = rows.turns
    .slice(0, shared)
    .every(
      ({ turnId, text, answers: own }, index) =>
        turnId === turns[index]?.id &&
        text === turns[index]?.text &&
        own.every(({ answerId, shown }) => shown === (answers.get(answerId) ?? '')),
    )
  if (!isSame) return { kind: 'other' }
  return rows.turns.length <= turns.length ? { kind: 'known' } : { kind: 'beginning', turns: turns.length }
}
