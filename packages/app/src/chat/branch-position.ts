import type { AnswerRecord, ConversationRecord, TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'

/** Where a conversation continues: after a turn and one of its answers, or at the beginning. */
export interface BranchPosition {
  readonly turn: TurnRecord | undefined
  /** Absent where the turn has no answer to continue with. */
  readonly answer: AnswerRecord | undefined
}

export const BRANCH_ROOT: BranchPosition = { turn: undefined, answer: undefined }

/** What a turn begins from, read once. */
export interface TurnBase {
  readonly chat: ConversationRecord
  /** The newest turn of any branch. */
  readonly latest: TurnRecord | undefined
  /** What the turn comes after. */
  readonly after: BranchPosition
}

/** Reads where a turn continues: at the end of the branch on show, or at another point. */
export async function readBase(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
  at?: BranchPosition,
): Promise<TurnBase> {
  // Before anything else: a turn that another tab adds from here on makes this one stale.
  const latest = await context.store.turns.latest({ workspaceId, conversationId: chatId })
  const chat = await requireChat(context, { workspaceId, chatId })
  if (at) return { chat, latest, after: at }
  const isLatest = latest !== undefined && (chat.headTurnId ?? latest.id) === latest.id
  const after = isLatest
    ? await endOf(context, latest)
    : await headPoint(context, { workspaceId, chatId }, chat)
  return { chat, latest, after }
}

/** The end of the branch on show. */
export async function headPoint(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
  chat?: Pick<ConversationRecord, 'headTurnId'>,
): Promise<BranchPosition> {
  const { store } = context
  const known = chat ?? (await store.conversations.get({ workspaceId, id: chatId }))
  const head = known?.headTurnId
  const turn =
    (head === undefined ? undefined : await store.turns.get({ workspaceId, id: head })) ??
    (await store.turns.latest({ workspaceId, conversationId: chatId }))
  return turn ? endOf(context, turn) : BRANCH_ROOT
}

/** The end of a turn, with the answer that the user picked or would continue with. */
export async function endOf({ store }: Pick<AppContext, 'store'>, turn: TurnRecord): Promise<BranchPosition> {
  const { workspaceId, id } = turn
  const answers = await store.answers.ofTurn(workspaceId, id)
  const picked = answers.length < 2 ? undefined : (await store.choices.ofTurns(workspaceId, [id])).get(id)
  return { turn, answer: chosenAnswer(answers, picked) }
}

/** What a turn was asked after. */
export async function pointBefore(
  { store }: Pick<AppContext, 'store'>,
  { workspaceId, parentId, parentAnswerId }: TurnRecord,
): Promise<BranchPosition> {
  if (parentId === undefined) return BRANCH_ROOT
  const turn = await store.turns.get({ workspaceId, id: parentId })
  const answer =
    parentAnswerId === undefined ? undefined : await store.answers.get({ workspaceId, id: parentAnswerId })
  return { turn, answer }
}

/**
 * The answer that a conversation continues with: the one that the user picked, else the first completed in the
 * order of the models that were asked, else the first that has a word in it.
 */
export function chosenAnswer(answers: readonly AnswerRecord[], picked?: string): AnswerRecord | undefined {
  const worded = answers.filter(({ text, status }) => text !== '' && status !== 'streaming')
  return (
    worded.find(({ id }) => id === picked) ??
    worded.find(({ status }) => status === 'complete') ??
    worded.find(({ status }) => status !== 'failed') ??
    worded[0]
  )
}
