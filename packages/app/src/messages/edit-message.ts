import type { TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { Attachable } from '../files/attachable.ts'
import { placeMessage, type SendMessageInput } from './send-message.ts'
import type { SentMessage } from '../turn/dispatch-turn.ts'
import { endOf, pointBefore } from '../turn/point.ts'
import { requireTurn } from '../turn/require-turn.ts'
import { readTurnOptions } from '../turn/turn-options.ts'

export interface EditMessageInput
  extends Pick<
    SendMessageInput,
    | 'workspaceId'
    | 'chatId'
    | 'remoteImages'
    | 'allowExtracts'
    | 'decision'
    | 'areas'
    | 'jurisdictions'
    | 'modelId'
    | 'modelIds'
    | 'idempotencyKey'
  > {
  readonly turnId: string
  /** As it was where it is left out: then the same question is asked with the notes as they are now. */
  readonly text?: string | undefined
  readonly attach?: readonly Attachable[] | undefined
  readonly active?: string | undefined
}

/** Asks a question again in other words, or with the notes as they are now. What stood there stays, as a branch. */
export async function editMessage(context: AppContext, input: EditMessageInput): Promise<SentMessage> {
  const { turnId, ...rest } = input
  const turn = await requireTurn(context, input, turnId)
  const options = readTurnOptions(turn.options)
  const after = await pointBefore(context, turn)
  const message = {
    ...rest,
    text: input.text ?? turn.text,
    attach: input.attach ?? (turn.attach as readonly Attachable[]),
    active: input.active ?? (input.attach ? undefined : options.active),
    remoteImages: input.remoteImages ?? options.remoteImages,
    modelIds: input.modelIds ?? (input.modelId === undefined ? await modelsOf(context, turn) : undefined),
  }
  return placeMessage(context, { ...message, after }, `edit ${turnId}`)
}

/** Those that were asked side by side; else the one whose answer the thread goes on with, as for another answer. */
async function modelsOf(context: AppContext, turn: TurnRecord): Promise<readonly string[] | undefined> {
  const { models } = readTurnOptions(turn.options)
  if (models) return models
  const { workspaceId, id } = turn
  const answer =
    (await endOf(context, turn)).answer ?? (await context.store.answers.ofTurn(workspaceId, id))[0]
  return answer && [answer.modelId]
}
