import type { ChatSummaryView } from '@varve/contract'
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keys } from './keys.ts'
import { type ChatsAmong, routes } from './routes.ts'

/** As many chats come at a time; a list of a hundred thousand opens as fast as one of ten. */
const PAGE = 200

type Pages = UseInfiniteQueryResult<InfiniteData<readonly ChatSummaryView[], number>>

export interface Chats extends Pick<Pages, 'error' | 'refetch' | 'hasNextPage'> {
  /** As far as they were asked for; undefined until the first are there. */
  readonly chats: readonly ChatSummaryView[] | undefined
  /** Asks for more of them; while some are on their way, nothing. */
  readonly more: () => void
}

/** The chats of the workspace, or of one of its projects, those used last first, a page at a time. */
export function useChats(among: ChatsAmong = 'current', project?: string): Chats {
  const query: Pages = useInfiniteQuery({
    queryKey: [...keys.chats, among, project],
    queryFn: ({ pageParam }) => routes.chats({ among, after: pageParam, limit: PAGE, project }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
    // Another chat may be answering; its dot has to go out without anyone touching the page.
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.some(({ answering }) => answering)) ? 3_000 : false,
  })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const chats = useMemo(() => data && onceEach(data.pages.flat()), [data])
  return {
    chats,
    error,
    refetch,
    hasNextPage,
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
  }
}

/** A chat that moves up while pages are read would stand in two of them. */
function onceEach(chats: readonly ChatSummaryView[]): readonly ChatSummaryView[] {
  return [...new Map(chats.map((chat) => [chat.id, chat])).values()]
}
