import type { AppContext } from '../app-context.ts'
import { whyMayNotAsk } from '../acting.ts'
import { AppError } from '../app-error.ts'
import { requireMayAsk } from '../spending.ts'
import type { ChatModel } from './chat-model.ts'
import { whyUnavailable } from './model-view.ts'

/** A model by id, or the default one. */
export async function requireModel(
  { models, registry }: AppContext,
  modelId: string | undefined,
): Promise<ChatModel> {
  const model =
    modelId === undefined
      ? models[0]
      : (models.find(({ spec }) => spec.id === modelId) ?? (await registry.find(modelId)))
  if (!model) throw new AppError('model-unknown', `There is no model "${modelId ?? ''}".`)
  return model
}

/** A model that can be asked now. */
export async function requireReadyModel(
  context: AppContext,
  modelId: string | undefined,
): Promise<ChatModel> {
  const model = await requireModel(context, modelId)
  await requireMayAsk(context, model.spec.id)
  const reason = reasonAgainst(context, model)
  if (reason !== undefined) throw new AppError('model-unavailable', `${reason} Nothing has been sent.`)
  return model
}

/** Why a model cannot be asked now, as a sentence; undefined where it can. */
export async function whyNotReady(context: AppContext, modelId: string): Promise<string | undefined> {
  const { models, registry } = context
  const model = models.find(({ spec }) => spec.id === modelId) ?? (await registry.find(modelId))
  return model ? (whyMayNotAsk(modelId) ?? reasonAgainst(context, model)) : 'There is no such model here.'
}

function reasonAgainst({ registry }: AppContext, { catalogue }: ChatModel): string | undefined {
  return catalogue && whyUnavailable(catalogue, registry.keys)
}
