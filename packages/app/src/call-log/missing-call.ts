import { AppError } from '../app-error.ts'
import type { LoadedCall } from './open-call.ts'

/** Why a call cannot be shown, for anyone who looks at it. */
export function missingCall(call: Exclude<LoadedCall, { readonly kind: 'kept' }>): AppError {
  switch (call.kind) {
    case 'deleted':
      return new AppError(
        'trace-deleted',
        `What was sent for this turn was deleted on ${day(call.at)}. The chat, its answers and their costs are kept.`,
      )
    case 'not-kept':
      return new AppError(
        'trace-sealed',
        `What was sent for this turn was not kept: on ${day(call.at)} the master key could not be opened, and nothing is kept unsealed. The chat and its answers are kept.`,
      )
    case 'sealed':
      return new AppError(
        'trace-sealed',
        `What was sent for this turn is sealed, and the master key of this machine does not open it. ${call.reason} The chat goes on without it.`,
      )
    default:
      return call satisfies never
  }
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
