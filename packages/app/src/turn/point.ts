import type { AnswerRecord, ConversationRecord, TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { chosenAnswer } from './chosen-answer.ts'

/** Where a conversation goes on: after a turn and one of its answers, or at the beginning. */
export interface Point {
  readonly turn: TurnRecord | undefined
  /** Absent where the turn has no answer to go on with. */
  readonly answer: AnswerRecord | undefined
}

export const BEGINNING: Point = { turn: undefined, answer: undefined }

/** The end of the branch on show. */
export async function headPoint(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
  chat?: Pick<ConversationRecord, 'headTurnId'>,
): Promise<Point> {
  const { store } = context
  const known = chat ?? (await store.conversations.get({ workspaceId, id: chatId }))
  const head = known?.headTurnId
  const turn =
    (head === undefined ? undefined : await store.turns.get({ workspaceId, id: head })) ??
    (await store.turns.latest({ workspaceId, conversationId: chatId }))
  return turn ? endOf(context, turn) : BEGINNING
}

/** The end of a turn, with the answer that the user picked or would go on with. */
export async function endOf({ store }: AppContext, turn: TurnRecord): Promise<Point> {
  const { workspaceId, id } = turn
  const answers = await store.answers.ofTurn(workspaceId, id)
  const picked = (await store.choices.ofTurns(workspaceId, [id])).get(id)
  return { turn, answer: chosenAnswer(answers, picked) }
}

/** What a turn was asked after. */
export async function pointBefore(
  { store }: AppContext,
  { workspaceId, parentId, parentAnswerId }: TurnRecord,
): Promise<Point> {
  if (parentId === undefined) return BEGINNING
  const turn = await store.turns.get({ workspaceId, id: parentId })
  const answer =
    parentAnswerId === undefined ? undefined : await store.answers.get({ workspaceId, id: parentAnswerId })
  return { turn, answer }
}
