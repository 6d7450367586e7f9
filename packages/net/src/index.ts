export { type AddressRange, checkAddress, isPublicAddress } from './check-address.ts'
export {
  checkProviderUrl,
  createPlainFetch,
  createProviderFetch,
  type ProviderFetchOptions,
} from './create-provider-fetch.ts'
export { createDownloadFetch } from './create-download-fetch.ts'
export {
  createGuardedFetch,
  type GuardedFetch,
} from './create-guarded-fetch.ts'
export { NetError } from './net-error.ts'
