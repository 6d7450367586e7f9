import type { TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatModel } from '../models/chat-model.ts'
import { type OutgoingText, redactOutgoing } from '../guard/redact-outgoing.ts'
import { audienceOf } from '../models/provider-info.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { loadState } from '../chat/load-state.ts'
import { lostSources } from '../files/lost-sources.ts'
import { endOf, headPoint } from '../chat/branch-position.ts'
import { refuseLocalOnly } from '../files/refuse-local-only.ts'

export interface Outgoing extends ChatPlace {
  readonly model: ChatModel
  readonly text: string
  /** Whose words they are; those of the branch on show where it is left out. */
  readonly turn?: TurnRecord | undefined
  /** The user agrees that it leaves this machine. */
  readonly confirmed: boolean
}

/**
 * The last check before text of a chat goes to a model outside its turns: returns the text to send. A local
 * model may get anything; a cloud model only what the user agreed to, and nothing of a chat that has drawn on
 * local-only files.
 */
export async function guardOutgoing(context: AppContext, outgoing: Outgoing): Promise<OutgoingText> {
  const { workspaceId, model, text, confirmed } = outgoing
  const audience = audienceOf(model)
  const point = outgoing.turn ? await endOf(context, outgoing.turn) : await headPoint(context, outgoing)
  const toSend = { ...outgoing, audience, text, turnId: point.turn?.id }
  if (audience === 'this-machine') return redactOutgoing(context, toSend)
  if (!confirmed)
    throw new AppError(
      'not-confirmed',
      `${model.name} is not on this machine: the beginning of this chat would be sent to it. Nothing has been sent.`,
    )
  const loaded = await loadState(context, outgoing, point)
  const lost = await lostSources(context, loaded)
  await refuseLocalOnly(context, workspaceId, { ...loaded, lost })
  return redactOutgoing(context, toSend)
}
