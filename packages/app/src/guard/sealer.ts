import { randomBytes } from 'node:crypto'
import { findMasterKey, MasterKey, type MasterKeyPlace, type Store } from '@varve/store'
import { masterKeyToSeal } from '../models/master-key-to-seal.ts'

export interface SealedPlace {
  readonly workspaceId: string
  readonly name: string
}

/** Closes texts so that only this program, with its master key, opens them again. */
export interface Sealer {
  readonly seal: (text: string, place: SealedPlace) => Promise<Uint8Array>
  readonly unseal: (sealed: Uint8Array, place: SealedPlace) => Promise<string>
}

/** With the key of this machine, which is made when something is first sealed, and then never again. */
export function masterKeySealer(place: MasterKeyPlace, store: Pick<Store, 'sealedData'>): Sealer {
  return sealerWith({ toSeal: () => masterKeyToSeal(place, store), toUnseal: () => findMasterKey(place) })
}

/** Uses the given key, or a random one that is not stored: the next run can't decrypt anything then. */
export function plainSealer(secret: Uint8Array = randomBytes(32)): Sealer {
  const key = new MasterKey(secret)
  const open = async (): Promise<MasterKey> => key
  return sealerWith({ toSeal: open, toUnseal: open })
}

interface KeyToSeal {
  readonly toSeal: () => Promise<MasterKey>
  readonly toUnseal: () => Promise<MasterKey>
}

function sealerWith({ toSeal, toUnseal }: KeyToSeal): Sealer {
  const forSealing = openedOnce(toSeal)
  const forUnsealing = openedOnce(toUnseal)
  return {
    seal: async (text, { workspaceId, name }) =>
      (await forSealing()).seal(text, { workspaceId, provider: name }),
    unseal: async (sealed, { workspaceId, name }) =>
      (await forUnsealing()).unseal(sealed, { workspaceId, provider: name }),
  }
}

/** What is not there now may be there later. */
function openedOnce(open: () => Promise<MasterKey>): () => Promise<MasterKey> {
  let opening: Promise<MasterKey> | undefined
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
}
