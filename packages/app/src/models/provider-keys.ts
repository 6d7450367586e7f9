import { checkProviderKey as askProvider } from '@varve/providers'
import type { ModelRegistry } from './model-registry.ts'
import { providerViews } from './model-view.ts'
import type { KeyCheckView, KeyKeeping, ProviderView } from '@varve/contract'
import { AppError } from '../app-error.ts'
import { parseKey } from './key-ring.ts'

/** Every provider that has a model or a kept key, and where its key comes from. */
export async function listProviders({
  registry,
}: {
  readonly registry: ModelRegistry
}): Promise<readonly ProviderView[]> {
  return providerViews(await registry.list(), registry.keys)
}

const PATIENCE_MILLISECONDS = 8_000

interface CheckProviderKeyInput {
  readonly providerId: string
  readonly key: string
}

/** Asks a provider whether it knows a key, which is neither kept nor used for anything else. */
export async function checkProviderKey(
  context: { readonly registry: ModelRegistry },
  { providerId, key }: CheckProviderKeyInput,
): Promise<KeyCheckView> {
  const { name } = await requireProvider(context, providerId)
  const { registry } = context
  const plain = parseKey(key)
  const models = await registry.list()
  const model = models.find(({ provider, keyVariable }) => provider === providerId && keyVariable !== '')
  if (!model) throw new AppError('key-invalid', `No model of ${name} needs a key.`)
  return askProvider(model, { key: plain, fetch: registry.fetch, timeoutMs: PATIENCE_MILLISECONDS })
}

interface SetProviderKeyInput {
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

async function requireProvider(
  context: { readonly registry: ModelRegistry },
  providerId: string,
): Promise<ProviderView> {
  const provider = (await listProviders(context)).find(({ id }) => id === providerId)
  if (!provider) throw new AppError('provider-unknown', 'There is no such provider.')
  return provider
}
