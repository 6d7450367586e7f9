import type { WorkspaceSummaryView } from '@varve/server/types'
import { useWorkspace, useWorkspaces } from '../api/workspace-queries.ts'
import { workspaceHref } from '../api/workspace-api.ts'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { useActions } from '../workbench/actions.ts'
import './workspace-menu.css'

/** The inside of the workspace's menu: go to another workspace, or make one of a folder or in the database. */
export function WorkspaceMenu() {
  const { dispatch } = useActions()
  const { data: current } = useWorkspace()
  const { data, error, isPending, refetch } = useWorkspaces(true)
  return (
    <div className="workspace-menu">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <p className="workspace-menu-wait">Looking for workspaces…</p> : null}
      <ul aria-label="Workspaces">
        {data?.workspaces.map((workspace, place) => (
          <WorkspaceItem
            key={workspace.id}
            workspace={workspace}
            isCurrent={workspace.id === current?.id}
            isFirst={place === 0}
          />
        ))}
      </ul>
      <button
        type="button"
        className="popover-item workspace-open"
        onClick={() => dispatch({ kind: 'dialog', dialog: 'open-folder' })}
      >
        <Icon name="plus" size={14} />
        Open folder…
      </button>
      <button
        type="button"
        className="popover-item"
        onClick={() => dispatch({ kind: 'dialog', dialog: 'new-workspace' })}
      >
        <Icon name="plus" size={14} />
        New workspace in the database…
      </button>
      <button
        type="button"
        className="popover-item"
        onClick={() => dispatch({ kind: 'dialog', dialog: 'workspace-settings' })}
      >
        <Icon name="sliders" size={14} />
        Settings of this workspace…
      </button>
    </div>
  )
}

interface WorkspaceItemProps {
  readonly workspace: WorkspaceSummaryView
  readonly isCurrent: boolean
  /** The first is where the page begins, so it stays. */
  readonly isFirst: boolean
}

function WorkspaceItem({ workspace: { id, name, root }, isCurrent, isFirst }: WorkspaceItemProps) {
  const { dispatch } = useActions()
  return (
    <li className="workspace-menu-item">
      <button
        type="button"
        className="popover-item"
        aria-current={isCurrent ? 'true' : undefined}
        title={root}
        onClick={() => {
          if (!isCurrent) location.assign(workspaceHref(id))
        }}
      >
        <Icon name="folder" size={14} />
        <span className="grow workspace-menu-words">
          <span className="cut">{name}</span>
          {root === undefined ? null : <small className="cut">{root}</small>}
        </span>
        {isCurrent ? <Icon name="check" size={14} /> : null}
      </button>
      {isFirst ? null : (
        <IconButton
          icon="close"
          small
          label={`Remove ${name} from list`}
          onClick={() => dispatch({ kind: 'dialog', dialog: { kind: 'remove-workspace', id, name } })}
        />
      )}
    </li>
  )
}
