import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface SwitchOptions<T> {
  readonly name: string
  /** As the server has it. */
  readonly isOn: boolean
  readonly save: (on: boolean) => Promise<T>
  readonly onSaved: (saved: T) => void
}

export interface Switched {
  /** As it was switched last, also while that is on its way. */
  readonly isOn: boolean
  readonly change: (on: boolean) => void
  readonly error: unknown
}

/** A switch whose changes are saved one after the other: the last one holds, whichever answer is late. */
export function useSwitched<T>({ name, isOn, save, onSaved }: SwitchOptions<T>): Switched {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<boolean>()
  const mutationKey = ['switch', name]
  const { mutate, error } = useMutation({
    mutationKey,
    scope: { id: `switch ${name}` },
    mutationFn: save,
    onMutate: setWanted,
    onSuccess: onSaved,
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) setWanted(undefined)
    },
  })
  return { isOn: wanted ?? isOn, change: mutate, error }
}
