import { AppError } from '../app-error.ts'
import type { ModelRegistry } from './model-registry.ts'
import { requireProvider } from './require-provider.ts'
import type { KeyKeeping, ProviderView } from '../views.ts'

export interface SetProviderKeyInput {
  readonly providerId: string
  readonly key: string
  /** In memory where it is not said. */
  readonly keep?: KeyKeeping | undefined
}

/** Keeps a key. It is sent to its provider and shown to no one. */
export async function setProviderKey(
  context: { readonly registry: ModelRegistry },
  { providerId, key, keep = 'memory' }: SetProviderKeyInput,
): Promise<ProviderView> {
  const provider = await requireProvider(context, providerId)
  if (provider.keyVariable === '')
    throw new AppError('key-invalid', `No model of ${provider.name} needs a key.`)
  const { keys } = context.registry
  if (keep === 'sealed') await keys.seal(providerId, key)
  else keys.keep(providerId, key)
  return requireProvider(context, providerId)
}
