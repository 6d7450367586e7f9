import { BrandMark } from '../parts/brand-mark.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { useWorkspace } from '../api/queries.ts'
import { useActions } from '../workbench/actions.ts'
import { ThemeSwitch } from './sidebar-foot.tsx'
import './rail.css'

/** The sidebar as a column of signs, below 1280 px. Chats open in a drawer over the thread. */
export function Rail() {
  const { openChat, dispatch } = useActions()
  const { data } = useWorkspace()
  const showChats = () => dispatch({ kind: 'dialog', dialog: 'chats' })
  return (
    <nav className="rail" aria-label="Workspace and chats">
      <span className="rail-brand">
        <BrandMark />
      </span>
      <button
        type="button"
        className="rail-workspace"
        title={data?.name}
        aria-label={`Workspace: ${data?.name ?? 'loading'}`}
        onClick={showChats}
      >
        <span className="workspace-sign">
          <Icon name="folder" />
        </span>
      </button>
      <RailItem icon="plus" label="New chat" onClick={() => openChat(undefined)} />
      <RailItem icon="chat" label="Chats" onClick={showChats} />
      <span className="grow" />
      <ThemeSwitch />
    </nav>
  )
}

function RailItem({
  icon,
  label,
  onClick,
}: {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}) {
  return (
    <button type="button" className="rail-item" title={label} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
