export { type AddressRange, checkAddress, isPublicAddress } from './check-address.ts'
export { checkProviderUrl, type ProviderUrlPolicy, type ProviderUrlVerdict } from './check-provider-url.ts'
export {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
  type GuardedRequest,
  type GuardedResponse,
} from './create-guarded-fetch.ts'
export { createPlainFetch } from './create-plain-fetch.ts'
export { createProviderFetch, type ProviderFetchOptions } from './create-provider-fetch.ts'
export { NetError, type NetErrorCode } from './net-error.ts'
