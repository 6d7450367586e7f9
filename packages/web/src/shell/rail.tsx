import { BrandMark, Icon, type IconName } from '../parts/icon.tsx'
import { useWorkspace } from '../api/queries.ts'
import { Popover } from '../parts/menu.tsx'
import { USUAL_SPAN } from '../view-model/usage/usage.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { WorkspaceMenu } from '../workspaces/workspace-menu.tsx'
import { SettingsButton, ThemeSwitch } from './sidebar.tsx'
import './rail.css'
import { t } from '../i18n/t.ts'

/** The sidebar as a column of signs: below 1280 px, where chats open in a drawer over the thread, or folded. */
export function Rail() {
  const { startChat, openFile, openDefinition, openGuard, openUsage, place, toggleSidebar, openDialog } =
    useWorkbench()
  const { data } = useWorkspace()
  return (
    <nav className="rail" aria-label={t('Workspace and chats')}>
      <span className="rail-brand">
        <BrandMark />
      </span>
      <Popover
        label={t('Workspace: {name}', { name: data?.name ?? t('Loading') })}
        isSign
        buttonClass="rail-workspace"
        side="below"
        button={
          <span className="workspace-sign">
            <Icon name="folder" />
          </span>
        }
      >
        <WorkspaceMenu />
      </Popover>
      <RailItem icon="plus" label={t('New chat')} onClick={startChat} />
      <RailItem icon="search" label={t('Search')} onClick={() => openDialog({ kind: 'search' })} />
      <RailItem
        icon="folder"
        label={t('Files')}
        current={place.kind === 'files'}
        onClick={() => openFile(undefined)}
      />
      <RailItem
        icon="person"
        label={t('Agents and skills')}
        current={place.kind === 'definitions'}
        onClick={() => openDefinition(undefined)}
      />
      <RailItem icon="shield" label={t('Guard')} current={place.kind === 'guard'} onClick={openGuard} />
      <RailItem
        icon="chart"
        label={t('Usage')}
        current={place.kind === 'usage'}
        onClick={() => openUsage(place.kind === 'usage' ? place.span : USUAL_SPAN)}
      />
      <RailItem icon="chat" label={t('Chats')} onClick={toggleSidebar} />
      <span className="grow" />
      <SettingsButton />
      <ThemeSwitch />
    </nav>
  )
}

interface RailItemProps {
  readonly icon: IconName
  readonly label: string
  readonly current?: boolean
  readonly onClick: () => void
}

function RailItem({ icon, label, current = false, onClick }: RailItemProps) {
  return (
    <button
      type="button"
      className="rail-item"
      title={label}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
