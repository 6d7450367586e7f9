export { type AddressRange, checkAddress, isPublicAddress } from './check-address.ts'
export { checkProviderUrl, type ProviderUrlPolicy, type ProviderUrlVerdict } from './check-provider-url.ts'
export {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
  type GuardedRequest,
  type GuardedResponse,
} from './create-guarded-fetch.ts'
export { createProviderFetch, type ProviderFetchOptions } from './create-provider-fetch.ts'
export { FORBIDDEN_PORTS } from './forbidden-ports.ts'
export { DEFAULT_LIMITS, type FetchLimits } from './limits.ts'
export { NetError, type NetErrorCode } from './net-error.ts'
export type { AddressAndPort, Resolver } from './resolve-target.ts'
