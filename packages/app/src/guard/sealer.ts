import { randomBytes } from 'node:crypto'
import { MasterKey, type MasterKeyPlace, openMasterKey } from '@varve/store'

export interface SealedPlace {
  readonly workspaceId: string
  readonly name: string
}

/** Closes texts so that only this program, with its master key, opens them again. */
export interface Sealer {
  readonly seal: (text: string, place: SealedPlace) => Promise<Uint8Array>
  readonly unseal: (sealed: Uint8Array, place: SealedPlace) => Promise<string>
}

/** With the key of this machine, which is made when it is first needed. */
export function masterKeySealer(place: MasterKeyPlace): Sealer {
  return sealerWith(() => openMasterKey(place))
}

/** With a key that is given; one that nobody keeps where it is left out: the next run opens nothing of it. */
export function plainSealer(secret: Uint8Array = randomBytes(32)): Sealer {
  const key = new MasterKey(secret)
  return sealerWith(async () => key)
}

function sealerWith(open: () => Promise<MasterKey>): Sealer {
  let opening: Promise<MasterKey> | undefined
  const master = (): Promise<MasterKey> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    seal: async (text, { workspaceId, name }) => (await master()).seal(text, { workspaceId, provider: name }),
    unseal: async (sealed, { workspaceId, name }) =>
      (await master()).unseal(sealed, { workspaceId, provider: name }),
  }
}
