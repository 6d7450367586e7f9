import './sidebar.css'
import { type ReactNode, useMemo } from 'react'
import type { WorkspaceView } from '@varve/contract'
import { BrandMark, Icon, type IconName } from '../parts/icon.tsx'
import { IndexProgress } from '../workspaces/index-progress.tsx'
import { USUAL_SPAN } from '../view-model/usage/usage.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ChatList } from './chat-list.tsx'
import { commandKey } from '../workbench/use-shortcuts.ts'
import { useFiles, useWorkspace } from '../api/queries.ts'
import { Popover } from '../parts/menu.tsx'
import { transcriptTitle } from '../view-model/chats/chats.ts'
import { countFiles } from '../view-model/text/format.ts'
import { WorkspaceMenu } from '../workspaces/workspace-menu.tsx'
import { isSignedOut } from '../parts/web-error.ts'
import { IconButton } from '../parts/button.tsx'
import { useActions } from '../workbench/actions.ts'
import { useTheme } from '../parts/hooks.ts'
import { t } from '../i18n/t.ts'

/** Workspace, the ways into it, chats by day. Beside the thread on wide windows, in a drawer on narrow ones. */
export function Sidebar() {
  const { startChat, openFile, openDefinition, openGuard, openUsage, place, openDialog } = useWorkbench()
  return (
    <nav className="sidebar" aria-label={t('Workspace and chats')}>
      <div className="sidebar-brand">
        <BrandMark />
        <span>Varve</span>
      </div>
      <WorkspaceCard />
      <SidebarItem icon="plus" keys={`${commandKey()} ⇧ O`} onClick={startChat}>
        {t('New chat')}
      </SidebarItem>
      <SidebarItem icon="search" keys={`${commandKey()} K`} onClick={() => openDialog({ kind: 'search' })}>
        {t('Search')}
      </SidebarItem>
      <SidebarItem icon="folder" current={place.kind === 'files'} onClick={() => openFile(undefined)}>
        {t('Files')}
      </SidebarItem>
      <SidebarItem
        icon="person"
        current={place.kind === 'definitions'}
        onClick={() => openDefinition(undefined)}
      >
        {t('Agents and skills')}
      </SidebarItem>
      <SidebarItem icon="shield" current={place.kind === 'guard'} onClick={openGuard}>
        {t('Guard')}
      </SidebarItem>
      <SidebarItem
        icon="chart"
        current={place.kind === 'usage'}
        onClick={() => openUsage(place.kind === 'usage' ? place.span : USUAL_SPAN)}
      >
        {t('Usage')}
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

/** Which workspace is open, and how much is in it; the way to another one. */
function WorkspaceCard() {
  const { data, isError } = useWorkspace()
  const count = useFileCount()
  return (
    <div className="workspace-choice">
      <Popover
        label={t('Choose a workspace')}
        buttonClass="workspace-card"
        side="below"
        button={
          <>
            <span className="workspace-sign">
              <Icon name="folder" />
            </span>
            <span className="workspace-words grow">
              <b className="cut">{data?.name ?? (isError ? t('No workspace') : '\u00a0')}</b>
              <small className="cut">
                {data ? describe(data, count) : isError ? t('Varve isn’t responding') : '\u00a0'}
              </small>
            </span>
            <Icon name="choose" />
          </>
        }
      >
        <WorkspaceMenu />
      </Popover>
    </div>
  )
}

/** What the user wrote or laid here: the notes that chats are kept in are not. Undefined until the files are listed. */
function useFileCount(): number | undefined {
  const { data: files } = useFiles()
  return useMemo(() => files?.filter(({ path }) => transcriptTitle(path) === undefined).length, [files])
}

/** Of a large folder the name is there before its files are counted. */
function describe({ id, kind, unavailable }: WorkspaceView, count: number | undefined): string {
  if (unavailable !== undefined) return unavailable
  const word = id === 'demo' ? t('Demo') : kind === 'folder' ? t('Folder') : t('Database')
  return count === undefined ? word : `${word}, ${countFiles(count)}`
}

function SidebarFoot() {
  const { openDialog } = useActions()
  return (
    <div className="sidebar-foot">
      <SavedSign />
      <SettingsButton />
      <IconButton icon="keys" label={t('Shortcuts')} onClick={() => openDialog('keys')} />
      <ThemeSwitch />
    </div>
  )
}

/** Whether changes are being saved: not while the server is unreachable or refuses this page. */
function SavedSign() {
  const { error } = useWorkspace()
  const [words, about] = isSignedOut(error)
    ? [t('Signed out'), t('Nothing is saved until you sign in again')]
    : error
      ? [t('No connection'), t('Nothing is saved until Varve responds')]
      : [t('Saved locally'), t('Saved on this device')]
  return (
    <span className="sidebar-saved grow" title={about} data-trouble={error ? true : undefined}>
      <Icon name={error ? 'warn' : 'check'} size={14} />
      <span className="cut">{words}</span>
    </span>
  )
}

export function SettingsButton() {
  const { openSettings } = useActions()
  return <IconButton icon="sliders" label={t('Settings')} onClick={() => openSettings()} />
}

export function ThemeSwitch() {
  const { theme, switchTheme } = useTheme()
  const dark = theme === 'dark'
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={dark ? t('Light theme') : t('Dark theme')}
      onClick={switchTheme}
    />
  )
}
