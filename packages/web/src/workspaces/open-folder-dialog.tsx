import '../parts/text-field.css'
import './open-folder-dialog.css'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FolderChoiceView } from '@varve/contract'
import { useFolders } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { workspaceHref } from '../api/address.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { useWorkbench } from '../workbench/workbench.tsx'
import { formatTokens } from '../view-model/text/format.ts'
import { Icon } from '../parts/icon.tsx'
import { t } from '../i18n/t.ts'

/** Chooses a folder of the machine that Varve runs on, and makes it a workspace. Nothing in it is changed. */
export function OpenFolderDialog({ onClose }: { readonly onClose: () => void }) {
  const { layout } = useWorkbench()
  const [path, setPath] = useState<string>()
  const { data, error, isFetching, isPlaceholderData, refetch } = useFolders(path)
  const [typed, setTyped] = useState<string>()
  const open = useMutation({
    mutationFn: routes.openWorkspace,
    onSuccess: ({ id }) => location.assign(workspaceHref(id)),
  })
  const go = (next: string) => {
    open.reset()
    setTyped(undefined)
    setPath(next)
  }
  const shown = typed ?? path ?? data?.path ?? ''
  // What was typed and not yet looked at is opened as it is; the server says what is wrong with it.
  // While the next folder is looked at, the last one is still listed.
  const chosen = typed?.trim() || (error || isPlaceholderData ? path : data?.path)
  // A list of another folder than the one that would be opened only misleads.
  const isElsewhere = typed !== undefined && typed.trim() !== '' && typed.trim() !== data?.path
  const listed = error || isPlaceholderData ? undefined : data
  return (
    // On a phone the keyboard would cover the list.
    <Dialog title={t('Open folder')} forTyping={layout.sidebar !== 'drawer'} onClose={onClose}>
      <form
        className="open-folder-path"
        onSubmit={(event) => {
          event.preventDefault()
          if (shown.trim() !== '') go(shown.trim())
        }}
      >
        <IconButton
          icon="up"
          label={t('Folder above')}
          disabled={data?.parent === undefined || isElsewhere}
          onClick={() => data?.parent !== undefined && go(data.parent)}
        />
        <input
          className="text-field mono"
          aria-label={t('Path of the folder')}
          spellCheck={false}
          autoComplete="off"
          value={shown}
          onChange={(event) => {
            // What was refused is another folder.
            open.reset()
            setTyped(event.target.value)
          }}
        />
        <Button type="submit" disabled={typed === undefined || typed.trim() === ''}>
          {t('Go')}
        </Button>
      </form>
      <div className="dialog-body open-folder-body" aria-busy={isFetching}>
        {error && !isElsewhere ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {open.error ? <ErrorNotice error={open.error} /> : null}
        {isElsewhere ? <p className="open-folder-wait">{t('Press Go to see its contents.')}</p> : null}
        {data && !error && !isElsewhere ? <FolderList key={data.path} folder={data} onOpen={go} /> : null}
        {!data && !error && !isElsewhere ? (
          <p className="open-folder-wait">{t('Loading your folders…')}</p>
        ) : null}
      </div>
      <div className="dialog-foot open-folder-foot">
        <p className="grow" role="status">
          {isFetching ? t('Looking…') : listed && !isElsewhere ? folderWords(listed) : ''}
        </p>
        <Button look="bare" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          look="main"
          disabled={chosen === undefined || open.isPending}
          onClick={() => chosen !== undefined && open.mutate(chosen)}
        >
          {open.isPending ? t('Opening…') : t('Open')}
        </Button>
      </div>
    </Dialog>
  )
}

/** What a folder is, before it is opened: `12 notes here, an Obsidian vault`. */
export function folderWords({ notes, moreNotes, obsidian, workspaceId }: FolderChoiceView): string {
  const count = moreNotes
    ? t('More than {count} {count|note|notes} here', { count: notes })
    : notes === 0
      ? t('No notes here')
      : t('{count} {count|note|notes} here', { count: notes })
  return [
    count,
    ...(obsidian ? [t('an Obsidian vault')] : []),
    ...(workspaceId === undefined ? [] : [t('already a workspace')]),
  ].join(', ')
}

interface FolderListProps {
  readonly folder: FolderChoiceView
  readonly onOpen: (path: string) => void
}

/** The folders inside a folder. Arrow keys move among them as Tab does. */
function FolderList({ folder, onOpen }: FolderListProps) {
  const list = useRef<HTMLUListElement>(null)
  const none = useRef<HTMLParagraphElement>(null)
  const { path, folders, more } = folder
  useEffect(() => {
    // Keyboard users continue in the opened folder; the field keeps its focus.
    if (document.activeElement === document.body || document.activeElement?.closest('.open-folder-body'))
      (list.current?.querySelector('button') ?? none.current)?.focus()
  }, [])
  const move = (by: 1 | -1) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[at + by]?.focus()
  }
  if (folders.length === 0)
    return (
      <p ref={none} className="open-folder-wait" tabIndex={-1}>
        {t('No folders in here.')}
      </p>
    )
  return (
    <ul
      ref={list}
      className="folder-list"
      aria-label={t('Folders in {path}', { path })}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        move(event.key === 'ArrowDown' ? 1 : -1)
      }}
    >
      {folders.map((each) => (
        <li key={each.path}>
          <button type="button" onClick={() => onOpen(each.path)}>
            <Icon name="folder" />
            <span className="grow cut">{each.name}</span>
            {each.obsidian ? <span className="tag">{t('Obsidian vault')}</span> : null}
            <Icon name="right" size={14} />
          </button>
        </li>
      ))}
      {more === undefined ? null : (
        <li className="open-folder-wait">
          {t('{more} more are not listed. Type the path.', { more: formatTokens(more) })}
        </li>
      )}
    </ul>
  )
}
