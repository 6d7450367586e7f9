import { findMasterKey, type MasterKeyPlace, openMasterKey, StoreError } from '@varve/store'
import { toAppError } from '../app-error.ts'

/**
 * Makes another master key in the place of one that is lost for good; false where there is one. One that is there, and
 * be it one that may not be used now, is never replaced. A Varve that runs uses it from then on.
 */
export async function beginAnew(place: MasterKeyPlace): Promise<boolean> {
  try {
    return await isMade(place)
  } catch (error) {
    throw toAppError(error)
  }
}

async function isMade(place: MasterKeyPlace): Promise<boolean> {
  try {
    await findMasterKey(place)
    return false
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'master-key-missing') throw error
    await openMasterKey(place)
    return true
  }
}
