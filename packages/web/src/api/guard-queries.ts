import { useQuery } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { routes } from './routes.ts'

/** What a chat can be about; asked for once something needs it. */
export function useAreas(enabled: boolean) {
  return useQuery({
    queryKey: keys.areas,
    queryFn: routes.areas,
    enabled,
    staleTime: 60_000,
  })
}

export function useGuard() {
  return useQuery({ queryKey: keys.guard, queryFn: routes.guard, staleTime: 0 })
}

export function useAudit(enabled: boolean) {
  return useQuery({ queryKey: keys.audit, queryFn: routes.audit, enabled, staleTime: 0 })
}
