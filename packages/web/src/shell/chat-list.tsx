import type { ChatSummaryView } from '@varve/server/types'
import { useChats } from '../api/queries.ts'
import { ErrorNotice } from '../parts/notice.tsx'
import { useNow } from '../parts/use-now.ts'
import { groupChats } from '../view-model/group-chats.ts'
import { chatHref } from '../workbench/chat-route.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import './chat-list.css'

const MINUTE = 60_000

export function ChatList() {
  const { chatId, newChat } = useWorkbench()
  const { data, error, refetch } = useChats()
  const now = useNow(MINUTE)
  // A chat that waits for its first message is not in the list yet.
  const groups = groupChats(data?.filter(({ id }) => id !== newChat.id) ?? [], new Date(now))
  return (
    <div className="chat-list">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data && groups.length === 0 ? <p className="chat-list-empty">No chats yet.</p> : null}
      {groups.map((group) => (
        <section key={group.label}>
          <h2>{group.label}</h2>
          <ul>
            {group.chats.map((chat) => (
              <ChatLink key={chat.id} chat={chat} current={chat.id === chatId} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function ChatLink({ chat, current }: { readonly chat: ChatSummaryView; readonly current: boolean }) {
  const { openChat } = useWorkbench()
  const title = chat.title.trim() || 'New chat'
  return (
    <li>
      <a
        className="chat-link"
        href={chatHref(chat.id)}
        title={title}
        aria-current={current ? 'page' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          openChat(chat.id)
        }}
      >
        <span className="grow cut">{title}</span>
        {chat.answering ? <span className="dot pulse" role="img" aria-label="answering" /> : null}
      </a>
    </li>
  )
}
