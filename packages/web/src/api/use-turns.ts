import type { ChatView, TurnView } from '@varve/contract'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keys } from './keys.ts'
import { routes } from './routes.ts'

export interface Turns {
  readonly turns: readonly TurnView[]
  /** How many come before those. */
  readonly earlier: number
  /** Loads a page of them; `beforeShown` is called right before they are in the page. */
  readonly loadEarlier: (beforeShown: () => void) => Promise<void>
}

const NONE: readonly TurnView[] = []

/** The turns of a chat that are in the page: the latest, and the earlier ones that someone asked for. */
export function useTurns(chat: ChatView | undefined): Turns {
  const client = useQueryClient()
  const queryKey = keys.earlierTurns(chat?.id ?? '')
  const { data: known = NONE } = useQuery<readonly TurnView[]>({
    queryKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const onShow = chat?.turns ?? NONE
  const turns = useMemo(() => joinTurns(known, onShow), [known, onShow])
  const first = turns[0]?.number ?? 1
  return {
    turns,
    earlier: first - 1,
    loadEarlier: async (beforeShown) => {
      if (!chat) return
      const page = await routes.earlierTurns(chat.id, first)
      beforeShown()
      client.setQueryData<readonly TurnView[]>(queryKey, [...page.turns, ...turns])
    },
  }
}

/**
 * The turns on show with those before them that were loaded, as far as they belong to the same branch: a turn has
 * the same turns before it for ever, so that the first one on show tells. Where it is not known, nothing is joined.
 */
export function joinTurns(known: readonly TurnView[], onShow: readonly TurnView[]): readonly TurnView[] {
  const [first] = onShow
  if (!first) return onShow
  const at = known.findIndex(({ id }) => id === first.id)
  return at <= 0 ? onShow : [...known.slice(0, at), ...onShow]
}
