import { BrandMark } from '../parts/brand-mark.tsx'
import { Icon } from '../parts/icon.tsx'
import { useActions } from '../workbench/actions.ts'
import { ChatList } from './chat-list.tsx'
import { commandKey } from './key-names.ts'
import { SidebarFoot } from './sidebar-foot.tsx'
import { WorkspaceCard } from './workspace-card.tsx'
import './sidebar.css'

/** Workspace, new chat, chats by day. Beside the thread on wide windows, in a drawer on narrow ones. */
export function Sidebar() {
  const { openChat } = useActions()
  return (
    <nav className="sidebar" aria-label="Workspace and chats">
      <div className="sidebar-brand">
        <BrandMark />
        <span>Varve</span>
      </div>
      <WorkspaceCard />
      <button type="button" className="sidebar-item" onClick={() => openChat(undefined)}>
        <Icon name="plus" />
        <span className="grow">New chat</span>
        <span className="sidebar-keys" aria-hidden="true">
          {commandKey()} ⇧ O
        </span>
      </button>
      <ChatList />
      <SidebarFoot />
    </nav>
  )
}
