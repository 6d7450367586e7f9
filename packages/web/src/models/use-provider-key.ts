import type { KeyKeeping, ModelView, ProviderView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { renewModels } from '../api/model-queries.ts'
import { routes } from '../api/routes.ts'
import { describeKept, describeRemoved } from '../view-model/models/describe-key.ts'
import { useActions } from '../workbench/actions.ts'

export interface ProviderKey {
  readonly busy: boolean
  readonly error: unknown
  /** Gives the key to the server; whether it was kept. */
  readonly keep: (value: string, keeping: KeyKeeping) => Promise<boolean>
  readonly remove: () => Promise<boolean>
}

/** Gives the server a key, or takes it back. The page itself keeps none: not here, not in its caches. */
export function useProviderKey(provider: ProviderView): ProviderKey {
  const { say } = useActions()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const change = async (call: () => Promise<unknown>, words: () => string): Promise<boolean> => {
    setBusy(true)
    setError(undefined)
    try {
      await call()
      await renewModels(client)
      say({ tone: 'info', text: words() })
      return true
    } catch (failure) {
      setError(failure)
      return false
    } finally {
      setBusy(false)
    }
  }
  const models = () => client.getQueryData<readonly ModelView[]>(keys.models) ?? []
  const now = () =>
    client.getQueryData<readonly ProviderView[]>(keys.providers)?.find(({ id }) => id === provider.id) ??
    provider
  return {
    busy,
    error,
    keep: (value, keeping) =>
      change(
        () => routes.keepKey(provider.id, value, keeping),
        () => describeKept(provider, models()),
      ),
    remove: () =>
      change(
        () => routes.removeKey(provider.id),
        () => describeRemoved(now()),
      ),
  }
}
