import type { ChatModel } from '../chat-model.ts'
import { locationOf } from './provider-info.ts'

/** Who reads what a model is sent: a provider elsewhere, or nobody beyond this machine. */
export function audienceOf({ catalogue }: ChatModel): 'this-machine' | 'cloud' {
  return catalogue && locationOf(catalogue) === 'cloud' ? 'cloud' : 'this-machine'
}
