import type { KeyKeeping, ModelView, ProviderView } from '@varve/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { keys } from '../api/keys.ts'
import { renewModels } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { describeKept, describeRemoved } from '../view-model/models/models.ts'
import { useActions } from '../workbench/actions.ts'

interface ProviderKey {
  readonly busy: boolean
  readonly error: unknown
  /** The provider refused the key that was given last, which was not kept. */
  readonly isRefused: boolean
  /** Asks the provider whether it knows the key, and gives it to the server where it does not refuse it; whether it was kept. */
  readonly keep: (value: string, keeping: KeyKeeping) => Promise<boolean>
  readonly remove: () => Promise<boolean>
}

/** Gives the server a key, or takes it back. The page itself keeps none: not here, not in its caches. */
export function useProviderKey(provider: ProviderView): ProviderKey {
  const { say } = useActions()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [isRefused, setRefused] = useState(false)
  const isOpen = useIsOpen()
  /** `call` returns the confirmation to show when everything is done, or nothing if it wasn't. */
  const change = async (call: () => Promise<(() => string) | undefined>): Promise<boolean> => {
    setBusy(true)
    setError(undefined)
    setRefused(false)
    try {
      const words = await call()
      if (!words) return false
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
    isRefused,
    keep: (value, keeping) =>
      change(async () => {
        const check = await routes.checkKey(provider.id, value)
        if (check.kind === 'refused') {
          setRefused(true)
          return undefined
        }
        // Whoever closes the form while the provider is asked does not want the key kept.
        if (!isOpen.current) return undefined
        await routes.keepKey(provider.id, value, keeping)
        return () => describeKept({ provider, check, models: models() })
      }),
    remove: () =>
      change(async () => {
        await routes.removeKey(provider.id)
        return () => describeRemoved(now())
      }),
  }
}

function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}
