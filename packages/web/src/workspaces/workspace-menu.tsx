import './workspace-menu.css'
import '../parts/text-field.css'
import '../shell/chat-dialogs.css'
import type { WorkspaceListView, WorkspaceSummaryView } from '@varve/contract'
import { renewFiles, useWorkspace, useWorkspaces } from '../api/queries.ts'
import { basePath, workspaceHref } from '../api/address.ts'
import { Icon } from '../parts/icon.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { useActions } from '../workbench/actions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PartError } from '../workbench/part-error.tsx'
import { useState } from 'react'
import { routes } from '../api/routes.ts'
import { Dialog } from '../parts/dialog.tsx'
import { keys } from '../api/keys.ts'
import { t } from '../i18n/t.ts'

/** The inside of the workspace's menu: go to another workspace, or make one of a folder or in the database. */
export function WorkspaceMenu() {
  const { openDialog, openSettings } = useActions()
  const { data: current } = useWorkspace()
  const { data, error, isPending, refetch } = useWorkspaces(true)
  return (
    <div className="workspace-menu">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <p className="workspace-menu-wait">{t('Looking for workspaces…')}</p> : null}
      <ul aria-label={t('Workspaces')}>
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
        data-command="open-folder"
        className="popover-item workspace-open"
        onClick={() => openDialog('open-folder')}
      >
        <Icon name="plus" size={14} />
        {t('Open folder…')}
      </button>
      <button
        type="button"
        data-command="new-workspace"
        className="popover-item"
        onClick={() => openDialog('new-workspace')}
      >
        <Icon name="plus" size={14} />
        {t('New workspace in the database…')}
      </button>
      <button type="button" data-command="settings" className="popover-item" onClick={() => openSettings()}>
        <Icon name="sliders" size={14} />
        {t('Settings of this workspace…')}
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
  const { openDialog } = useActions()
  return (
    <li className="workspace-menu-item">
      <button
        type="button"
        data-command="go-to-workspace"
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
          data-command="remove-workspace"
          label={t('Remove {name} from list', { name })}
          onClick={() => openDialog({ kind: 'remove-workspace', id, name })}
        />
      )}
    </li>
  )
}

/** Why the files of this workspace cannot be read now, and the way to others. */
export function WorkspaceUnavailable({ reason }: { readonly reason: string }) {
  const { openDialog } = useActions()
  const client = useQueryClient()
  return (
    <Notice title={reason}>
      <p>{t('Its chats can still be read.')}</p>
      <div className="notice-actions">
        <Button small onClick={() => openDialog('open-folder')}>
          {t('Choose another folder')}
        </Button>
        <Button small look="bare" onClick={() => void renewFiles(client)}>
          {t('Look again')}
        </Button>
      </div>
    </Notice>
  )
}

/** Files that cannot be had: the workspace says why where it is the reason, else the failed call does. */
export function FilesError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { data } = useWorkspace()
  return data?.unavailable === undefined ? (
    <PartError error={error} onRetry={onRetry} />
  ) : (
    <WorkspaceUnavailable reason={data.unavailable} />
  )
}

/** Creates a workspace with its files in the database, and opens it. */
export function NewWorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const make = useMutation({
    mutationFn: routes.createWorkspace,
    onSuccess: ({ id }) => location.assign(workspaceHref(id)),
  })
  const isReady = name.trim() !== '' && !make.isPending
  return (
    <Dialog title={t('New workspace in the database')} forTyping onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) make.mutate(name.trim())
        }}
      >
        <div className="dialog-body chat-dialog-body">
          <p>
            {t(
              'Varve keeps its files in the database, with every version. You can write them to a folder at any time.',
            )}
          </p>
          <input
            className="text-field"
            aria-label={t('Name of the workspace')}
            placeholder={t('Name')}
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {make.error ? <ErrorNotice error={make.error} /> : null}
        </div>
        <div className="dialog-foot">
          <Button look="bare" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" look="main" disabled={!isReady}>
            {make.isPending ? t('Creating…') : t('Create workspace')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface RemoveWorkspaceDialogProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Asks before a workspace leaves the list. Nothing on disk goes with it. */
export function RemoveWorkspaceDialog({ id, name, onClose }: RemoveWorkspaceDialogProps) {
  const client = useQueryClient()
  const { say } = useActions()
  const { data: current } = useWorkspace()
  const remove = useMutation({
    mutationFn: () => routes.removeWorkspace(id),
    onSuccess: async () => {
      // Who removes the workspace on screen is led to the first one.
      if (current?.id === id) return location.assign(`${basePath()}/`)
      // Immediately, so that reopening the list doesn't show it for a moment.
      client.setQueryData<WorkspaceListView>(
        keys.workspaces,
        (list) => list && { ...list, workspaces: list.workspaces.filter((other) => other.id !== id) },
      )
      onClose()
      say({ tone: 'info', text: t('“{name}” is no longer in the list.', { name }) })
      await client.invalidateQueries({ queryKey: keys.workspaces })
    },
  })
  return (
    <Dialog label={t('Remove from list')} place="center" onClose={onClose}>
      <div className="dialog-head">
        <h2>{t('Remove “{name}” from the list?', { name })}</h2>
      </div>
      <div className="dialog-body chat-dialog-body">
        <p>
          {t(
            'Its files and its chats stay as they are. Open the folder again to restore the workspace and its chats. A workspace in the database returns when you create one with the same name.',
          )}
        </p>
        {remove.error ? <ErrorNotice error={remove.error} /> : null}
      </div>
      <div className="dialog-foot">
        <Button look="bare" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button look="main" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t('Remove from list')}
        </Button>
      </div>
    </Dialog>
  )
}
