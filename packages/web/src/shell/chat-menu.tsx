import type { ChatSummaryView } from '@varve/server/types'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { ChatTagsDialog } from './chat-tags-dialog.tsx'
import { ExportChatDialog } from './export-chat-dialog.tsx'
import { titleOf, useChatActions } from './use-chat-actions.ts'

interface ChatMenuProps {
  readonly chat: ChatSummaryView
  readonly label: string
  readonly buttonClass: string
  readonly size: 14 | 16
  /** Its title becomes a field where it stands. */
  readonly onRename: () => void
}

/** What can be done with a chat, in its row and in its bar. */
export function ChatMenu({ chat, label, buttonClass, size, onRename }: ChatMenuProps) {
  const { pin, archive, trash } = useChatActions()
  const [asking, setAsking] = useState<'tags' | 'export'>()
  const close = () => setAsking(undefined)
  const { pinned = false, archived = false } = chat
  return (
    <>
      <Menu label={label} button={<Icon name="more" size={size} />} buttonClass={buttonClass}>
        <MenuItem icon="edit" onSelect={onRename}>
          Rename
        </MenuItem>
        <MenuItem icon="pin" onSelect={() => pin(chat, !pinned)}>
          {pinned ? 'Unpin' : 'Pin'}
        </MenuItem>
        <MenuItem icon="tag" onSelect={() => setAsking('tags')}>
          Tags…
        </MenuItem>
        <MenuItem icon="export" onSelect={() => setAsking('export')}>
          Export…
        </MenuItem>
        <MenuItem icon="archive" onSelect={() => archive(chat, !archived)}>
          {archived ? 'Unarchive' : 'Archive'}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={() => trash(chat)}>
          Move to trash
        </MenuItem>
      </Menu>
      {asking === 'tags' ? <ChatTagsDialog chat={chat} onClose={close} /> : null}
      {asking === 'export' ? <ExportChatDialog chat={chat} title={titleOf(chat)} onClose={close} /> : null}
    </>
  )
}
