import { toAppError } from '../app-error.ts'
import { KeyRing } from '../providers/key-ring.ts'
import { type KeptKeysOptions, readKeySafe } from '../providers/list-kept-keys.ts'
import { loadProviders } from '../providers/load-providers.ts'
import type { ModelView } from '../views.ts'
import { listModels } from './list-models.ts'
import { ModelRegistry } from './model-registry.ts'
import { offlineChatModel } from './offline-chat-model.ts'

/**
 * Every model that is known, and which can be asked, as the app lists them. It only reads, also while Varve runs; of the
 * network, no more than the ports of this machine on which model servers listen.
 */
export async function readModels(options: KeptKeysOptions): Promise<readonly ModelView[]> {
  try {
    const { report } = options
    const { environment, ...providers } = await loadProviders(options.providers, report)
    const keys = new KeyRing(environment, await readKeySafe(options))
    const closing = new AbortController().signal
    const registry = new ModelRegistry({ ...providers, keys, report, closing })
    return await listModels({ models: [offlineChatModel()], registry })
  } catch (error) {
    throw toAppError(error)
  }
}
