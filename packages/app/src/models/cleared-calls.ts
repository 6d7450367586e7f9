import { AppError } from '../app-error.ts'
import type { ModelCall } from './chat-model.ts'

/** Calls that the guard has let through, and the model that each was let through to. */
const CLEARED = new WeakMap<ModelCall, string>()

/** Only `guard/call-model.ts` says this. */
export function clearCall(call: ModelCall, modelId: string): void {
  CLEARED.set(call, modelId)
}

export function isCleared(call: ModelCall, modelId: string): boolean {
  return CLEARED.get(call) === modelId
}

/** The last line before the network: a call that came another way is not sent. */
export function requireCleared(call: ModelCall, modelId: string): void {
  if (!isCleared(call, modelId))
    throw new AppError('guard-failed', 'This request has not passed the guard. Nothing has been sent.')
}
