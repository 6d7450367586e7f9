import type { TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { Attachable } from '../files/attachable.ts'
import { placeMessage, type SendMessageInput } from './send-message.ts'
import type { SentMessage } from '../turn/dispatch-turn.ts'
import { requestsOf } from '../turn/find-lost.ts'
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
    | 'dropOptional'
    | 'decision'
    | 'unrecorded'
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
    attach: input.attach ?? attachedTo(turn),
    active: input.active ?? (input.attach ? undefined : options.active),
    remoteImages: input.remoteImages ?? options.remoteImages,
    modelIds: input.modelIds ?? (input.modelId === undefined ? await modelsOf(context, turn) : undefined),
  }
  return placeMessage(context, { ...message, after }, `edit ${turnId}`)
}

/** Links of an imported turn were never agreed to here: asking it again fetches none of them. */
function attachedTo({ attach, options }: TurnRecord): readonly Attachable[] {
  const items = attach as readonly Attachable[]
  if (!readTurnOptions(options).imported) return items
  return items.filter((item) => requestsOf([item]).every(({ kind }) => kind !== 'url'))
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
