import type { ChatHitView } from '@varve/server/types'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchChatAnew } from '../api/chat-queries.ts'
import { keys } from '../api/keys.ts'
import { type ChatsAmong, routes } from '../api/routes.ts'
import { useChats } from '../api/use-chats.ts'
import { adviseOn } from '../api/web-error.ts'
import { useDebounced } from '../parts/use-debounced.ts'
import { filterChats } from '../view-model/chats/chat-rows.ts'
import { type HighlightPiece, splitHighlights } from '../view-model/text/split-highlights.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ChatRowView, TrashedRow } from './chat-row.tsx'
import { titleOf } from './use-chat-actions.ts'

const QUIET_MILLISECONDS = 150

interface FoundChatsProps {
  readonly query: string
  readonly among: ChatsAmong
}

/** Chats that answer to some words: by title at once, by what was asked and answered as soon as the server has looked. */
export function FoundChats({ query, among }: FoundChatsProps) {
  const { chatId } = useWorkbench()
  const openHit = useOpenHit()
  const { chats = [] } = useChats(among)
  const asked = useDebounced(query, QUIET_MILLISECONDS)
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...keys.chats, 'found', among, asked],
    queryFn: ({ signal }) => routes.searchChats(among, asked, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const byTitle = filterChats(chats, query)
  const isNew = data !== undefined && !isPlaceholderData && asked === query
  const hits: readonly ChatHitView[] = isNew
    ? data.hits
    : byTitle.map((chat) => ({ chat, titleHighlights: [], passages: [] }))
  return (
    <div className="chat-rows">
      <p className="visually-hidden" role="status">
        {hits.length} {hits.length === 1 ? 'chat' : 'chats'} found
      </p>
      {hits.length === 0 ? <p className="chat-list-empty">No chat has “{query}”.</p> : null}
      <ul className="chat-hits" aria-label="Chats found">
        {hits.map((hit) => (
          <li key={hit.chat.id} className="chat-row">
            {hit.chat.trashedAt === undefined ? (
              <ChatRowView chat={hit.chat} current={hit.chat.id === chatId} onOpen={() => void openHit(hit)}>
                <HitWords hit={hit} />
              </ChatRowView>
            ) : (
              <TrashedRow chat={hit.chat} />
            )}
          </li>
        ))}
      </ul>
      {isNew && data.more ? <p className="chat-list-empty">There are more. Add a word.</p> : null}
      {isNew && data.waiting !== undefined ? (
        <p className="chat-list-empty">{data.waiting} texts are still being read.</p>
      ) : null}
    </div>
  )
}

/** Goes to the chat, and where the passage stands in another branch, to that one. */
function useOpenHit(): (hit: ChatHitView) => Promise<void> {
  const client = useQueryClient()
  const { openChat, say } = useWorkbench()
  return async ({ chat: { id }, passages: [passage] }) => {
    openChat(id)
    if (!passage) return
    try {
      const { turns, earlier } = await fetchChatAnew(client, id)
      // One that is not among the latest may still be of this branch, further up.
      if (earlier > 0 || turns.some((turn) => turn.id === passage.turnId)) return
      client.setQueryData(keys.chat(id), await routes.showTurn(id, passage.turnId))
    } catch (error) {
      say({ tone: 'error', text: `The branch with this passage cannot be shown. ${adviseOn(error).what}` })
    }
  }
}

/** The title, and below it the newest passage. */
function HitWords({ hit }: { readonly hit: ChatHitView }) {
  const { chat, titleHighlights, passages } = hit
  const [passage] = passages
  return (
    <span className="chat-hit grow">
      <span className="cut">
        <Marked parts={splitHighlights(titleOf(chat), titleHighlights)} />
      </span>
      {passage ? (
        <small className="chat-snippet">
          <Marked parts={splitHighlights(passage.snippet, passage.highlights)} />
        </small>
      ) : null}
    </span>
  )
}

function Marked({ parts }: { readonly parts: readonly HighlightPiece[] }) {
  return parts.map(({ text, hit }, at) => (hit ? <b key={at}>{text}</b> : <span key={at}>{text}</span>))
}
