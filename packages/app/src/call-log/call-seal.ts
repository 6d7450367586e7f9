import { type CallPlace, StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import type { SealedPlace } from '../guard/sealer.ts'

/** Binds the body of a call to that call: in the place of another one it does not open. */
export function callSeal({ workspaceId, answerId, number }: CallPlace): SealedPlace {
  return { workspaceId, name: `call:${answerId}:${number}` }
}

/** Binds what came back from a call to that call. */
export function receivedSeal({ workspaceId, answerId, number }: CallPlace): SealedPlace {
  return { workspaceId, name: `call received:${answerId}:${number}` }
}

/** A page is shared by the calls of a workspace, so it is bound to that and to what it says. */
export function pageSeal(workspaceId: string, hash: string): SealedPlace {
  return { workspaceId, name: `call page:${hash}` }
}

type Opener = Pick<AppContext, 'sealer'>

export function openSealedCall(opener: Opener, place: CallPlace, sealed: Uint8Array): Promise<string> {
  return unseal(opener, sealed, callSeal(place))
}

export function openReceived(opener: Opener, place: CallPlace, sealed: Uint8Array): Promise<string> {
  return unseal(opener, sealed, receivedSeal(place))
}

export interface SealedPage {
  readonly workspaceId: string
  readonly hash: string
  readonly sealed: Uint8Array
}

export function openSealedPage(opener: Opener, { workspaceId, hash, sealed }: SealedPage): Promise<string> {
  return unseal(opener, sealed, pageSeal(workspaceId, hash))
}

/** `trace-sealed` where the key is lost or locked, which is no failure; bytes that were changed are one. */
async function unseal({ sealer }: Opener, sealed: Uint8Array, place: SealedPlace): Promise<string> {
  try {
    return await sealer.unseal(sealed, place)
  } catch (error) {
    if (error instanceof StoreError && error.code === 'seal-broken')
      throw new AppError('data-corrupt', `What was sent cannot be read back. ${error.message}`, {
        cause: error,
      })
    throw new AppError('trace-sealed', toAppError(error).message, { cause: error })
  }
}
