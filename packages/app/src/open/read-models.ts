import { toAppError } from '../app-error.ts'
import { KeyRing } from '../models/key-ring.ts'
import { type KeptKeysOptions, readKeySafe } from './list-kept-keys.ts'
import { loadProviders } from '../models/load-providers.ts'
import type { ModelView } from '../views.ts'
import { listModels } from '../models/list-models.ts'
import { ModelRegistry } from '../models/model-registry.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'

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
