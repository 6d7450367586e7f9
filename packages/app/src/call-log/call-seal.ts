import type { CallPlace } from '@varve/store'
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
