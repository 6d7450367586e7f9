import { checkProviderKey as askProvider } from '@varve/providers'
import { AppError } from '../app-error.ts'
import type { ModelRegistry } from './model-registry.ts'
import { parseKey } from './key-ring.ts'
import type { KeyCheckView } from '../views.ts'
import { requireProvider } from './require-provider.ts'

const PATIENCE_MILLISECONDS = 8_000

export interface CheckProviderKeyInput {
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
