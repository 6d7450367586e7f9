import type { ChatHitView, ChatSearchView } from '@varve/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDebounced } from '../parts/hooks.ts'
import { filterChats } from '../view-model/chats/chats.ts'
import { keys } from './keys.ts'
import { type ChatsAmong, routes } from './routes.ts'
import { useChats } from './use-chats.ts'

const QUIET_MILLISECONDS = 150

export interface FoundChats {
  readonly hits: readonly ChatHitView[]
  /** What the server says to these very words; undefined until it has looked. */
  readonly answer: ChatSearchView | undefined
}

/** Chats that answer to some words: by title at once, by what was asked and answered as soon as the server has looked. */
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
    const byTitle = () => filterChats(chats ?? [], query).map(titled)
    return { hits: answer?.hits ?? byTitle(), answer }
  }, [answer, chats, query])
}

function titled(chat: ChatHitView['chat']): ChatHitView {
  return { chat, titleHighlights: [], passages: [] }
}
