import type { ChatHitView, ChatsAmong, ChatSearchView, ChatSummaryView } from '@varve/contract'
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDebounced } from '../parts/hooks.ts'
import { filterChats } from '../view-model/chats/chats.ts'
import { keys } from './keys.ts'
import { routes } from './routes.ts'

/** Paging makes a list of a hundred thousand chats open as fast as one of ten. */
const PAGE = 200
const QUIET_MILLISECONDS = 150

type Pages = UseInfiniteQueryResult<InfiniteData<readonly ChatSummaryView[], number>>

interface Chats extends Pick<Pages, 'error' | 'refetch' | 'hasNextPage'> {
  /** The loaded ones; undefined until the first page arrives. */
  readonly chats: readonly ChatSummaryView[] | undefined
  /** Loads the next page, unless one is being loaded. */
  readonly more: () => void
}

/** The chats of the workspace or of one of its projects, last used first, a page at a time. */
export function useChats(among: ChatsAmong = 'current', project?: string): Chats {
  const query: Pages = useInfiniteQuery({
    queryKey: [...keys.chats, among, project],
    queryFn: ({ pageParam }) => routes.chats({ among, after: pageParam, limit: PAGE, project }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
    // Another chat may be answering; its dot has to disappear by itself.
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

/** A chat that moves up while pages are loaded would otherwise appear in two of them. */
function onceEach(chats: readonly ChatSummaryView[]): readonly ChatSummaryView[] {
  return [...new Map(chats.map((chat) => [chat.id, chat])).values()]
}

interface FoundChats {
  readonly hits: readonly ChatHitView[]
  /** The server's result for exactly this query; undefined until it arrives. */
  readonly answer: ChatSearchView | undefined
}

/** Chats that match a query: by title at once, by their messages as soon as the server has searched. */
export function useFoundChats(query: string, among: ChatsAmong): FoundChats {
  const { chats } = useChats(among)
  const asked = useDebounced(query, QUIET_MILLISECONDS)
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...keys.chats, 'found', among, asked],
    queryFn: ({ signal }) => routes.searchChats(among, asked, signal),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: asked !== '',
  })
  const answer = isPlaceholderData || asked !== query ? undefined : data
  return useMemo(() => {
    const byTitle = () =>
      filterChats(chats ?? [], query).map(
        (chat): ChatHitView => ({ chat, titleHighlights: [], passages: [] }),
      )
    return { hits: answer?.hits ?? byTitle(), answer }
  }, [answer, chats, query])
}
