import type { ChatHitView } from '@varve/server/types'
import type { ChatsAmong } from '../api/routes.ts'
import { useFoundChats } from '../api/use-found-chats.ts'
import { type HighlightPiece, splitHighlights } from '../view-model/text/split-highlights.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ChatRowView, TrashedRow } from './chat-row.tsx'
import { titleOf } from './use-chat-actions.ts'
import { useOpenChatHit } from './use-open-chat-hit.ts'

interface FoundChatsProps {
  readonly query: string
  readonly among: ChatsAmong
}

/** Chats that answer to some words, in place of the list. */
export function FoundChats({ query, among }: FoundChatsProps) {
  const { chatId } = useWorkbench()
  const openHit = useOpenChatHit()
  const { hits, answer } = useFoundChats(query, among)
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
      {answer?.more ? <p className="chat-list-empty">There are more. Add a word.</p> : null}
      {answer?.waiting !== undefined ? (
        <p className="chat-list-empty">{answer.waiting} texts are still being read.</p>
      ) : null}
    </div>
  )
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
