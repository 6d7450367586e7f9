import type { AppContext } from './app-context.ts'
import { AppError } from './app-error.ts'
import type { ChatModel } from './chat-model.ts'

/** A model by id, or the default one. */
export function requireModel({ models }: AppContext, modelId: string | undefined): ChatModel {
  const model = modelId === undefined ? models[0] : models.find(({ spec }) => spec.id === modelId)
  if (!model) throw new AppError('model-unknown', `There is no model "${modelId ?? ''}".`)
  return model
}
