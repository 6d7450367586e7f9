import type { CallPlace } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { readWire } from '../chat/recorded-wire.ts'
import type { CallView } from '@varve/contract'
import { type OpenedCall, openCall } from './open-call.ts'

/** A call as it was recorded when it was sent; why it cannot be shown; or nothing, where nothing was sent. */
export type LoadedCall =
  | { readonly kind: 'kept'; readonly inspection: CallView }
  | Exclude<OpenedCall, { readonly kind: 'kept' }>

export async function loadCall(context: AppContext, place: CallPlace): Promise<LoadedCall | undefined> {
  const call = await openCall(context, place)
  if (call?.kind !== 'kept') return call
  const { wire, ...inspection } = call.inspection
  return { kind: 'kept', inspection: wire ? { ...inspection, wire: readWire(wire) } : inspection }
}
