import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { ChatsAmong } from '../api/routes.ts'
import { useChats } from '../api/use-chats.ts'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { useNow } from '../parts/use-now.ts'
import { chatRows } from '../view-model/chats/chat-rows.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ChatRows } from './chat-rows.tsx'
import { FoundChats } from './found-chats.tsx'
import { PartError } from './part-error.tsx'
import { UnlistedChats } from './unlisted-chats.tsx'
import { useImport } from './use-import.tsx'
import './chat-list.css'

const MINUTE = 60_000

const PLACES = {
  current: { title: 'Chats', empty: 'No chats yet.' },
  archived: { title: 'Archived', empty: 'Nothing is archived.' },
  trashed: { title: 'Trash', empty: 'The trash is empty.' },
} as const satisfies Record<ChatsAmong, { readonly title: string; readonly empty: string }>

/** The chats of the workspace: a field that searches them, the list by day, and what is archived or in the trash. */
export function ChatList() {
  const [among, setAmong] = useState<ChatsAmong>('current')
  const [query, setQuery] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const { imported, chooser, choose } = useImport()
  const intoList = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') root.current?.querySelector<HTMLElement>('.chat-link')?.focus()
    else if (event.key === 'Escape' && query !== '') setQuery('')
    else return
    event.preventDefault()
  }
  return (
    <div ref={root} className="chat-list">
      <div className="chat-list-head">
        <label className="chat-search">
          <Icon name="search" size={14} />
          <input
            type="search"
            aria-label="Search chats"
            placeholder="Search chats"
            value={query}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={intoList}
          />
        </label>
        <Menu
          label="Archived, trash, import"
          button={<Icon name="more" size={14} />}
          buttonClass="icon-button small more"
        >
          <MenuItem icon="chat" onSelect={() => setAmong('current')}>
            Chats
          </MenuItem>
          <MenuItem icon="archive" onSelect={() => setAmong('archived')}>
            Archived
          </MenuItem>
          <MenuItem icon="trash" onSelect={() => setAmong('trashed')}>
            Trash
          </MenuItem>
          <MenuItem icon="import" onSelect={choose}>
            Import chats…
          </MenuItem>
        </Menu>
        {chooser}
      </div>
      {among === 'current' ? null : (
        <p className="chat-list-place">
          <b className="grow">{PLACES[among].title}</b>
          <IconButton small icon="close" label="Back to the chats" onClick={() => setAmong('current')} />
        </p>
      )}
      {query.trim() === '' ? (
        <Listed key={among} among={among} />
      ) : (
        <FoundChats query={query.trim()} among={among} />
      )}
      {imported}
    </div>
  )
}

function Listed({ among }: { readonly among: ChatsAmong }) {
  const { newChat, chatId } = useWorkbench()
  const { chats, error, refetch, hasNextPage, more } = useChats(among)
  const now = useNow(MINUTE)
  const rows = useMemo(() => {
    // A chat that waits for its first message is not in the list yet, in whichever window that would be written.
    const listed = chats?.filter(({ id, unused }) => id !== newChat.id && (!unused || id === chatId)) ?? []
    return chatRows(listed, new Date(now))
  }, [chats, newChat.id, chatId, now])
  return (
    <>
      {error ? <PartError error={error} onRetry={() => void refetch()} /> : null}
      {chats && rows.length === 0 ? (
        <>
          <p className="chat-list-empty">{PLACES[among].empty}</p>
          {among === 'current' ? <UnlistedChats /> : null}
        </>
      ) : null}
      {rows.length === 0 ? (
        <span className="grow" />
      ) : (
        <ChatRows label={PLACES[among].title} rows={rows} hasMore={hasNextPage} onMore={more} />
      )}
    </>
  )
}
