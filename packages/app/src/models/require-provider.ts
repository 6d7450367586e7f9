import { AppError } from '../app-error.ts'
import { listProviders } from './list-providers.ts'
import type { ModelRegistry } from './model-registry.ts'
import type { ProviderView } from '../views.ts'

export async function requireProvider(
  context: { readonly registry: ModelRegistry },
  providerId: string,
): Promise<ProviderView> {
  const provider = (await listProviders(context)).find(({ id }) => id === providerId)
  if (!provider) throw new AppError('provider-unknown', 'There is no such provider.')
  return provider
}
