import type { AppContext } from './app-context.ts'
import { requireProvider } from './require-provider.ts'
import type { ProviderView } from './views.ts'

/** Forgets a key that was entered; one in the environment counts again. */
export async function forgetProviderKey(
  context: AppContext,
  { providerId }: { readonly providerId: string },
): Promise<ProviderView> {
  await requireProvider(context, providerId)
  context.registry.keys.forget(providerId)
  return requireProvider(context, providerId)
}
