import { AppError } from '../app-error.ts'

const MOST_MODELS = 8

export interface ModelsToAsk {
  readonly modelId?: string | undefined
  /** Several models answer side by side. */
  readonly modelIds?: readonly string[] | undefined
}

/** The models that a message is for, each once and in their order; the default one is `undefined`. */
export function askedModels({ modelId, modelIds }: ModelsToAsk): readonly (string | undefined)[] {
  const ids = modelIds && modelIds.length > 0 ? [...new Set(modelIds)] : [modelId]
  if (ids.length > MOST_MODELS)
    throw new AppError('message-invalid', `At most ${MOST_MODELS} models can be asked at once.`)
  return ids
}
