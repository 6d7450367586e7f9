import { type KeyboardEvent, useMemo, useState } from 'react'
import { useRecentFiles, useSearch } from '../api/file-queries.ts'
import { useChats } from '../api/use-chats.ts'
import { useFoundChats } from '../api/use-found-chats.ts'
import { useDebounced } from '../parts/use-debounced.ts'
import { useOpenChatHit } from '../shell/use-open-chat-hit.ts'
import { moveIn } from '../view-model/text/move-in.ts'
import { withText } from '../workbench/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { draftOf, NEW_CHAT } from '../workbench/workbench-state.ts'
import { groupResults, hitSpot, resultPath, type SearchGroup, type SearchResult } from './search-results.ts'

const WAIT_MILLISECONDS = 120
/** More passages than this are not asked for. */
export const HITS_SHOWN = 20

export interface SearchDialogState {
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly groups: readonly SearchGroup[]
  readonly active: SearchResult | undefined
  readonly setActive: (result: SearchResult) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly choose: (result: SearchResult) => void
  readonly attached: ReadonlySet<string>
  readonly search: ReturnType<typeof useSearch>
  /** What is shown answers to other words than those in the field. */
  readonly isOld: boolean
  /** There is nothing that could be found. */
  readonly isEmpty: boolean
}

/** What the search knows and does: the words, what was found, and where the mark is. */
export function useSearchDialog(initial: string, onClose: () => void): SearchDialogState {
  const [query, setWords] = useState(initial)
  const [at, setAt] = useState(0)
  const wanted = query.trim()
  const asked = useDebounced(wanted, WAIT_MILLISECONDS)
  const search = useSearch(asked, HITS_SHOWN)
  const { newChat } = useWorkbench()
  const { data: recent } = useRecentFiles()
  const { chats: allChats } = useChats()
  const { hits: foundChats } = useFoundChats(wanted, 'current')
  const groups = useMemo(() => {
    const chats = allChats?.filter(({ id }) => id !== newChat.id) ?? []
    const hits = search.data?.hits ?? []
    return groupResults({ query: wanted, hits, recent: recent ?? [], chats, foundChats })
  }, [wanted, search.data, recent, allChats, foundChats, newChat.id])
  const results = useMemo(() => groups.flatMap((group) => group.results), [groups])
  const active = results[Math.min(at, results.length - 1)]
  const { choose, ask, attach, attached } = useResultActions(onClose)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveIn(results.length, Math.min(at, results.length - 1), event.key)
    if (next !== undefined) setAt(next)
    else if (event.key === 'Enter') {
      const path = resultPath(active)
      if (event.altKey && path !== undefined) attach(path)
      else if ((event.metaKey || event.ctrlKey) && wanted !== '') ask(wanted)
      else if (active) choose(active)
    } else if (!((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k')) return
    event.preventDefault()
  }
  return {
    query,
    setQuery: (text) => {
      setWords(text)
      setAt(0)
    },
    groups,
    active,
    setActive: (result) => setAt(results.indexOf(result)),
    onKeyDown,
    choose,
    attached,
    search,
    isOld: wanted !== asked || search.isPlaceholderData,
    isEmpty: wanted === '' && groups.length === 0 && recent !== undefined && allChats !== undefined,
  }
}

function useResultActions(onClose: () => void) {
  const { chatId, state, dispatch, startChat, openFile, composer } = useWorkbench()
  const openChatHit = useOpenChatHit()
  const chat = chatId ?? NEW_CHAT
  const ask = (text: string) => {
    startChat()
    dispatch({ kind: 'draft', chat: NEW_CHAT, draft: withText(draftOf(state, NEW_CHAT), text) })
    onClose()
    // The composer may only now come into the page.
    requestAnimationFrame(() => composer.current?.focus())
  }
  const choose = (result: SearchResult) => {
    onClose()
    switch (result.kind) {
      case 'hit':
        return openFile(result.hit.path, hitSpot(result.hit))
      case 'file':
        return openFile(result.file.path)
      case 'chat':
        return void openChatHit(result.found)
      case 'ask':
        return ask(result.text)
      default:
        return result satisfies never
    }
  }
  const attach = (path: string) => dispatch({ kind: 'attach', chat, item: path })
  const attached: ReadonlySet<string> = new Set(
    draftOf(state, chat).attach.filter((each): each is string => typeof each === 'string'),
  )
  return { ask, choose, attach, attached }
}
