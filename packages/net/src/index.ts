export { type AddressRange, checkAddress, isPublicAddress } from './check-address.ts'
export {
  checkProviderUrl,
  type ProviderUrlPolicy,
  type ProviderUrlVerdict,
  createPlainFetch,
  createProviderFetch,
  type ProviderFetchOptions,
} from './create-provider-fetch.ts'
export {
  createDownloadFetch,
  type DownloadFetch,
  type DownloadResponse,
} from './create-download-fetch.ts'
export {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
  type GuardedRequest,
  type GuardedResponse,
} from './create-guarded-fetch.ts'
export { NetError, type NetErrorCode } from './net-error.ts'
