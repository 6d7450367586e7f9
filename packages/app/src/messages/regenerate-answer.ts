import { hashText } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import { settingsAgain } from './message-settings.ts'
import { type IdempotentRequest, recallRequest } from './recall-request.ts'
import { type ChatPlace, requireChat } from '../chats/require-chat.ts'
import { requireReadyModel } from '../models/require-model.ts'
import { askedModels } from '../turn/asked-models.ts'
import { answerRunning, dispatchTurn, type SentMessage } from '../turn/dispatch-turn.ts'
import { endOf } from '../turn/point.ts'
import { prepareAgain } from '../turn/prepare-again.ts'
import { requireTurn } from '../turn/require-turn.ts'
import { tuneModel } from '../turn/tune-model.ts'
import { readTurnOptions } from '../turn/turn-options.ts'

export interface RegenerateAnswerInput extends ChatPlace {
  readonly turnId: string
  /** The model of the answer that the thread goes on with, where it is left out. */
  readonly modelIds?: readonly string[] | undefined
  readonly decision?: GuardDecision | undefined
  /** Sources that are no longer recorded may leave this machine. */
  readonly unrecorded?: 'allow' | undefined
  readonly idempotencyKey?: string | undefined
}

/**
 * Has a question answered again, by the same model or by others, from what it was sent with: the recorded versions
 * of every note. The answers that stand stay; the thread goes on with the new one.
 */
export async function regenerateAnswer(
  context: AppContext,
  input: RegenerateAnswerInput,
): Promise<SentMessage> {
  const { workspaceId, chatId, turnId } = input
  const request = requestOf(input)
  const done = await recallRequest<SentMessage>(context, request)
  if (done) return done
  const stored = await requireChat(context, input)
  if (stored.answering) throw answerRunning(context, input)
  const turn = await requireTurn(context, input, turnId)
  const options = readTurnOptions(turn.options)
  const asked = await settingsAgain(context, { workspaceId, stored: stored.settings, options })
  const chat = { ...stored, settings: asked.chat }
  const standing = await context.store.answers.ofTurn(workspaceId, turnId)
  const modelId = (await endOf(context, turn)).answer?.modelId ?? standing[0]?.modelId
  const ids = askedModels({ modelId, modelIds: input.modelIds })
  const at = context.clock.now()
  const ready = await Promise.all(ids.map((id) => requireReadyModel(context, id)))
  const models = await Promise.all(
    ready.map((model) => tuneModel(context, { workspaceId, chatId, model, at, chat })),
  )
  const { decision, unrecorded } = input
  const again = { workspaceId, chatId, turn, at, decision, unrecorded, settings: asked.turn }
  const prepared = await prepareAgain(context, again, models)
  if (!prepared)
    throw new AppError(
      'not-recorded',
      'What this question was sent with is no longer recorded. Ask it again with the notes as they are now.',
    )
  const position = Math.max(-1, ...standing.map((answer) => answer.position)) + 1
  const place = { workspaceId, chatId, turnId, at, position }
  const sending = { ...place, chat: stored, prepared, request, decision }
  return dispatchTurn(context, { ...sending, standing: standing.length })
}

function requestOf(input: RegenerateAnswerInput): IdempotentRequest | undefined {
  const { workspaceId, chatId, turnId, modelIds, idempotencyKey: key } = input
  if (key === undefined) return undefined
  const fingerprint = hashText(JSON.stringify(['regenerate', chatId, turnId, modelIds ?? null]))
  return { workspaceId, key, fingerprint }
}
