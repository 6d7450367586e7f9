import { type QueryClient, useQuery } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { routes } from './routes.ts'

export function useModels() {
  return useQuery({ queryKey: keys.models, queryFn: routes.models, staleTime: Number.POSITIVE_INFINITY })
}

export function useProviders() {
  return useQuery({
    queryKey: keys.providers,
    queryFn: routes.providers,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** After a key was given or taken, or servers were looked for: what can be asked now, and for how much. */
export async function renewModels(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.models }),
    client.invalidateQueries({ queryKey: keys.providers }),
    client.invalidateQueries({ queryKey: keys.forecast }),
  ])
}
