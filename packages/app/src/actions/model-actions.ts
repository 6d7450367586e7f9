import { listModels } from '../models/list-models.ts'
import { refreshModels } from '../models/refresh-models.ts'
import { checkProviderKey } from '../models/check-provider-key.ts'
import { forgetProviderKey } from '../models/forget-provider-key.ts'
import { listProviders } from '../models/list-providers.ts'
import { setProviderKey } from '../models/set-provider-key.ts'
import type { BoundActions } from './bind-actions.ts'

/** Models, and the keys of their providers. */
export function modelActions({ action }: BoundActions) {
  return {
    listModels: action(listModels),
    refreshModels: action(refreshModels),
    listProviders: action(listProviders),
    checkProviderKey: action(checkProviderKey),
    setProviderKey: action(setProviderKey),
    forgetProviderKey: action(forgetProviderKey),
  }
}
