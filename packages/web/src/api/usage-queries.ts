import { useQuery } from '@tanstack/react-query'
import type { UsageTimes } from '../view-model/usage/usage-span.ts'
import { keys } from './keys.ts'
import { routes } from './routes.ts'

/** The usage of a span, and of the one before it; of all time where none is named. */
export function useUsage(times: UsageTimes | undefined) {
  const since = times?.since.toISOString()
  const before = times?.before.toISOString()
  const { data, error, refetch } = useQuery({
    queryKey: keys.usage(since, undefined),
    queryFn: () => routes.usage({ since }),
    staleTime: 0,
    // Answers go on while one looks, here and in other tabs.
    refetchInterval: 30_000,
  })
  const earlier = useQuery({
    queryKey: keys.usage(before, since),
    queryFn: () => routes.usage({ since: before, until: since }),
    enabled: times !== undefined,
    staleTime: 60_000,
  })
  // All of time has the key of what is before it: what is not asked for would be answered with the same.
  return { data, before: times && earlier.data, error, refetch: () => void refetch() }
}
