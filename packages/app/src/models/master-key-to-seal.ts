import {
  findMasterKey,
  type MasterKey,
  type MasterKeyPlace,
  openMasterKey,
  type Store,
  StoreError,
} from '@varve/store'

const ADVICE =
  'If it is lost for good, varve keys reset makes another one: what the lost one sealed stays closed, and kept keys of providers have to be entered again.'

/**
 * The master key to seal with, which is made where nothing was sealed before. Where something was, a new one would lie
 * where the old one is to be put back, and what comes from now on would open with another key than what is there.
 */
export async function masterKeyToSeal(
  place: MasterKeyPlace,
  { sealedData }: Pick<Store, 'sealedData'>,
): Promise<MasterKey> {
  try {
    return await findMasterKey(place)
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'master-key-missing') throw error
    if (!(await sealedData.isThere())) return openMasterKey(place)
    throw new StoreError(error.code, `${error.message} ${ADVICE}`, { cause: error })
  }
}
