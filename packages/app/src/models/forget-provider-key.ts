import type { ModelRegistry } from './model-registry.ts'
import { listProviders } from './list-providers.ts'
import { requireProvider } from './require-provider.ts'
import type { ProviderView } from '../views.ts'

/** Forgets a key that was entered, in memory and in the database; one in the environment counts again. */
export async function forgetProviderKey(
  context: { readonly registry: ModelRegistry },
  { providerId }: { readonly providerId: string },
): Promise<ProviderView> {
  const before = await requireProvider(context, providerId)
  await context.registry.keys.forget(providerId)
  const after = (await listProviders(context)).find(({ id }) => id === providerId)
  // A provider without a model was listed for its key only.
  return after ?? { ...before, key: 'none' }
}
