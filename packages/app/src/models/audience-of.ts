import type { ChatModel } from './chat-model.ts'
import { locationOf } from './provider-info.ts'

/** Who can read what a model receives: a cloud provider, or nobody beyond this machine. */
export function audienceOf({ catalogue }: ChatModel): 'this-machine' | 'cloud' {
  return catalogue && locationOf(catalogue) === 'cloud' ? 'cloud' : 'this-machine'
}

/** The strictest of a turn's models counts for all of them. */
export function audienceOfAll(models: readonly { readonly model: ChatModel }[]): 'this-machine' | 'cloud' {
  return models.some(({ model }) => audienceOf(model) === 'cloud') ? 'cloud' : 'this-machine'
}
