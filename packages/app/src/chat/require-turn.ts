import type { AnswerRecord, TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import { endOf, headPoint } from './branch-position.ts'

/** A turn of this chat by its id, or by its place in the branch on show. */
export async function requireTurn(
  context: AppContext,
  place: ChatPlace,
  turn: string | number,
): Promise<TurnRecord> {
  const chat = await requireChat(context, place)
  const found =
    typeof turn === 'number' ? await atPlace(context, place, turn) : await byId(context, place, turn)
  if (!found || found.conversationId !== chat.id)
    throw new AppError(
      'turn-not-found',
      typeof turn === 'number' ? `This chat has no turn ${turn}.` : 'This chat has no such turn.',
    )
  return found
}

/** An answer of this chat. */
export async function requireAnswer(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
  answerId: string,
): Promise<AnswerRecord> {
  const answer = await context.store.answers.get({ workspaceId, id: answerId })
  if (!answer || answer.conversationId !== chatId)
    throw new AppError('answer-not-found', 'There is no such answer.')
  return answer
}

async function byId(
  { store }: Pick<AppContext, 'store'>,
  { workspaceId }: ChatPlace,
  id: string,
): Promise<TurnRecord | undefined> {
  return store.turns.get({ workspaceId, id })
}

async function atPlace(
  context: AppContext,
  place: ChatPlace,
  number: number,
): Promise<TurnRecord | undefined> {
  const { turn: head } = await headPoint(context, place)
  if (!head || number > head.number) return undefined
  const { workspaceId } = place
  const branch = await context.store.turns.branch({ workspaceId, headId: head.id, from: number })
  return branch.find((turn) => turn.number === number)
}

export interface AnswerInput extends ChatPlace {
  /** The id of the turn, or its place in the branch on show. */
  readonly turn: string | number
  /** One of its answers; the one that the thread continues with where it is left out. */
  readonly answerId?: string | undefined
}

/** An answer of a turn, with all that the turn has. */
interface AnswerOfTurn {
  readonly turn: TurnRecord
  readonly answers: readonly AnswerRecord[]
  readonly answer: AnswerRecord
}

export async function requireAnswerOfTurn(context: AppContext, input: AnswerInput): Promise<AnswerOfTurn> {
  const turn = await requireTurn(context, input, input.turn)
  const answers = await context.store.answers.ofTurn(input.workspaceId, turn.id)
  const wanted = input.answerId ?? (await endOf(context, turn)).answer?.id ?? answers[0]?.id
  const answer = answers.find(({ id }) => id === wanted)
  if (!answer) throw new AppError('answer-not-found', `Turn ${turn.number} has no such answer.`)
  return { turn, answers, answer }
}
