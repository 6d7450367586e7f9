import type { AppContext } from './app-context.ts'
import { AppError } from './app-error.ts'
import { requireProvider } from './require-provider.ts'
import type { ProviderView } from './views.ts'

export interface SetProviderKeyInput {
  readonly providerId: string
  readonly key: string
}

/** Keeps a key for this run, in memory only. It is sent to its provider and shown to no one. */
export async function setProviderKey(context: AppContext, input: SetProviderKeyInput): Promise<ProviderView> {
  const { providerId, key } = input
  const provider = await requireProvider(context, providerId)
  if (provider.key === 'not-needed') throw new AppError('key-invalid', `${provider.name} needs no key.`)
  context.registry.keys.keep(providerId, key)
  return requireProvider(context, providerId)
}
