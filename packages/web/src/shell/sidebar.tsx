import type { ReactNode } from 'react'
import { BrandMark } from '../parts/brand-mark.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { IndexProgress } from '../workspaces/index-progress.tsx'
import { USUAL_SPAN } from '../view-model/usage/usage-span.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ChatList } from './chat-list.tsx'
import { commandKey } from './key-names.ts'
import { SidebarFoot } from './sidebar-foot.tsx'
import { WorkspaceCard } from './workspace-card.tsx'
import './sidebar.css'

/** Workspace, the ways into it, chats by day. Beside the thread on wide windows, in a drawer on narrow ones. */
export function Sidebar() {
  const { startChat, openFile, openDefinition, openUsage, dispatch, place } = useWorkbench()
  return (
    <nav className="sidebar" aria-label="Workspace and chats">
      <div className="sidebar-brand">
        <BrandMark />
        <span>Varve</span>
      </div>
      <WorkspaceCard />
      <SidebarItem icon="plus" keys={`${commandKey()} ⇧ O`} onClick={startChat}>
        New chat
      </SidebarItem>
      <SidebarItem
        icon="search"
        keys={`${commandKey()} K`}
        onClick={() => dispatch({ kind: 'dialog', dialog: { kind: 'search' } })}
      >
        Search
      </SidebarItem>
      <SidebarItem icon="folder" current={place.kind === 'files'} onClick={() => openFile(undefined)}>
        Files
      </SidebarItem>
      <SidebarItem
        icon="person"
        current={place.kind === 'definitions'}
        onClick={() => openDefinition(undefined)}
      >
        Agents and skills
      </SidebarItem>
      <SidebarItem icon="shield" onClick={() => dispatch({ kind: 'dialog', dialog: 'guard-settings' })}>
        Guard
      </SidebarItem>
      <SidebarItem
        icon="chart"
        current={place.kind === 'usage'}
        onClick={() => openUsage(place.kind === 'usage' ? place.span : USUAL_SPAN)}
      >
        Usage
      </SidebarItem>
      <ChatList />
      <IndexProgress />
      <SidebarFoot />
    </nav>
  )
}

interface SidebarItemProps {
  readonly icon: IconName
  readonly keys?: string
  readonly current?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function SidebarItem({ icon, keys, current = false, onClick, children }: SidebarItemProps) {
  return (
    <button
      type="button"
      className="sidebar-item"
      aria-current={current ? 'page' : undefined}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span className="grow">{children}</span>
      {keys === undefined ? null : (
        <span className="sidebar-keys" aria-hidden="true">
          {keys}
        </span>
      )}
    </button>
  )
}
