import type { KeyCheckView, KeyKeeping, ModelView, ProviderView } from '@varve/server/types'
import { apiRoot } from './page-key.ts'
import { request } from './request.ts'

const keyOf = (provider: string) => `${apiRoot()}/providers/${encodeURIComponent(provider)}/key`

/** Who can answer, and with which key. */
export const modelRoutes = {
  models: () => request<readonly ModelView[]>(`${apiRoot()}/models`),
  /** Looks again for model servers on this machine. */
  refreshModels: () => request<unknown>(`${apiRoot()}/models/refresh`, { method: 'POST', body: {} }),
  providers: () => request<readonly ProviderView[]>(`${apiRoot()}/providers`),
  /** Asks the provider whether it knows a key, which is not kept. */
  checkKey: (provider: string, value: string) =>
    request<KeyCheckView>(`${keyOf(provider)}/check`, { method: 'POST', body: { key: value } }),
  /** The server keeps a key, sealed or in memory only, and gives none back. */
  keepKey: (provider: string, value: string, keep: KeyKeeping) =>
    request<unknown>(keyOf(provider), { method: 'PUT', body: { key: value, keep } }),
  removeKey: (provider: string) => request<unknown>(keyOf(provider), { method: 'DELETE' }),
} as const
