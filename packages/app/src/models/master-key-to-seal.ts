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
 * The master key for encryption, created if nothing was encrypted before. Otherwise a new key would take the
 * place of the missing one, and old and new data would need different keys.
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
