import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { findChat } from '../chats/find-chat.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { continueAnswer } from '../messages/continue-answer.ts'
import { editMessage, type EditMessageInput } from '../messages/edit-message.ts'
import { regenerateAnswer } from '../messages/regenerate-answer.ts'
import type { SentMessage } from '../turn/dispatch-turn.ts'
import { endOf, headPoint } from '../turn/point.ts'
import { requireTurn } from '../turn/require-turn.ts'
import type { AskEvent } from './ask-views.ts'
import { followSent } from './follow-sent.ts'
import { requireAttached } from './require-attached.ts'

type Said = Pick<
  EditMessageInput,
  'text' | 'attach' | 'modelIds' | 'decision' | 'allowExtracts' | 'dropOptional' | 'unrecorded'
>

/** What is done with a turn that there is. */
export type AskAgainKind =
  /** Another answer, from what the question was sent with. */
  | 'regenerate'
  /** The question in other words, or with the notes as they are now: a branch of its own. */
  | 'edit'
  /** The model goes on with an answer that was cut off. */
  | 'continue'

export interface AskAgainInput extends Said {
  readonly kind: AskAgainKind
  readonly workspaceId: string
  /** By its id or how that begins. */
  readonly chatId: string
  /** By its id, or by its place in the branch on show; its last turn where absent. */
  readonly turn?: string | number | undefined
  readonly signal: AbortSignal
}

/** The same as `ask` for a turn that there is: nobody is there to be asked for anything. */
export async function* askAgain(context: AppContext, input: AskAgainInput): AsyncGenerator<AskEvent> {
  try {
    const { workspaceId, signal } = input
    const chatId = await findChat(context.store, { workspaceId, wanted: input.chatId })
    const sent = await sendAgain(context, input, { workspaceId, chatId })
    yield* followSent(context, { ...sent, workspaceId, chatId, signal, isNewChat: false })
  } catch (error) {
    throw toAppError(error)
  }
}

async function sendAgain(context: AppContext, input: AskAgainInput, place: ChatPlace): Promise<SentMessage> {
  const { kind, text, attach, modelIds, decision, allowExtracts, dropOptional, unrecorded } = input
  const turn = await requireTurn(context, place, input.turn ?? (await lastTurn(context, place)))
  switch (kind) {
    case 'regenerate':
      // Another answer is made from the same chat: nothing of it can be left out.
      if (unrecorded === 'forget')
        throw new AppError(
          'message-invalid',
          'Use "edit" to ask again without the answers that drew on them.',
        )
      return regenerateAnswer(context, { ...place, turnId: turn.id, modelIds, decision, unrecorded })
    case 'edit':
      if (attach) await requireAttached(context, { workspaceId: place.workspaceId, attach })
      return editMessage(context, {
        ...place,
        turnId: turn.id,
        text,
        attach,
        modelIds,
        decision,
        allowExtracts,
        dropOptional,
        unrecorded,
      })
    case 'continue': {
      const standing = await context.store.answers.ofTurn(place.workspaceId, turn.id)
      // One that failed before it began is none to go on from, and can be had again.
      const answer = (await endOf(context, turn)).answer ?? standing.at(-1)
      if (!answer) throw new AppError('answer-not-found', 'This turn has no answer to go on with.')
      return continueAnswer(context, { ...place, answerId: answer.id, decision })
    }
    default:
      return kind satisfies never
  }
}

async function lastTurn(context: AppContext, place: ChatPlace): Promise<string | number> {
  const { turn } = await headPoint(context, place)
  return turn?.id ?? 1
}
