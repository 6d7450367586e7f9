import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InspectionToShow } from './chat-queries.ts'
import { keys } from './keys.ts'
import { type CallToInspect, routes } from './routes.ts'

export type TraceToShow = Omit<InspectionToShow, 'call'>

/** How the calls of an answer went: while it runs, calls are added. */
export function useTrace({ chatId, turnId, answerId, isRunning }: TraceToShow) {
  return useQuery({
    queryKey: [...keys.inspection(chatId, answerId), 'trace', isRunning ? 'running' : 'ended'],
    queryFn: () => routes.trace(chatId, turnId, answerId),
    placeholderData: keepPreviousData,
    // Calls beside an answer may come long after it.
    staleTime: 0,
  })
}

/** What a model wrote in one call that has ended. */
export function useReceived({ chatId, turnId, answerId, call = 1 }: CallToInspect) {
  return useQuery({
    queryKey: [...keys.inspection(chatId, answerId), 'received', call],
    queryFn: () => routes.received({ chatId, turnId, answerId, call }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
