import type { Mutation, QueryClient } from '@tanstack/react-query'
import { keys } from './keys.ts'

/**
 * Resolves once every change of a chat's settings that is under way is saved: what is asked next is asked with them.
 * Rejects where one was not, since it would be asked otherwise than the page says.
 */
export async function settingsSaved(client: QueryClient): Promise<void> {
  const saving = client.getMutationCache().findAll({ mutationKey: keys.changeSettings, status: 'pending' })
  await Promise.all(saving.map((change) => ended(client, change)))
}

function ended(client: QueryClient, change: Mutation): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = client.getMutationCache().subscribe(() => {
      const { status, error } = change.state
      if (status === 'pending') return
      leave()
      if (error) reject(error)
      else resolve()
    })
  })
}
