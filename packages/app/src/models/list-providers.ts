import type { ModelRegistry } from './model-registry.ts'
import { providerViews } from './model-view.ts'
import type { ProviderView } from '../views.ts'

/** Every provider that has a model or a kept key, and where its key comes from. */
export async function listProviders({
  registry,
}: {
  readonly registry: ModelRegistry
}): Promise<readonly ProviderView[]> {
  return providerViews(await registry.list(), registry.keys)
}
