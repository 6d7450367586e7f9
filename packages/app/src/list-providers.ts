import type { AppContext } from './app-context.ts'
import { providerViews } from './models/model-view.ts'
import type { ProviderView } from './views.ts'

/** Every provider that has a model, and whether there is a key for it. */
export async function listProviders({ registry }: AppContext): Promise<readonly ProviderView[]> {
  return providerViews(await registry.list(), registry.keys)
}
