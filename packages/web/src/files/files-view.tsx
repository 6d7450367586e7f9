import './files-view.css'
import './tree-panel.css'
import type { FileContentView, FileView } from '@varve/contract'
import { type DragEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { renewFiles, useFileContent, useFiles, useWorkspace } from '../api/queries.ts'
import { ServerTrouble } from '../workbench/part-error.tsx'
import { ToastLine } from '../workbench/toast-line.tsx'
import { usePageShortcuts } from '../workbench/use-page-shortcuts.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { FilePanel } from './file-panel.tsx'
import { Icon } from '../parts/icon.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { FileName } from '../parts/file-name.tsx'
import { countTokens } from '../view-model/text/format.ts'
import { splitPath } from '../view-model/files/file-names.ts'
import { useAskAbout } from './ask-selection.tsx'
import { downloadFile, useRemoveFile } from './file-actions.ts'
import {
  bestMatch,
  buildFileTree,
  filterFiles,
  foldersAbove,
  treeRows,
} from '../view-model/files/file-tree.ts'
import { FilesError } from '../workspaces/workspace-menu.tsx'
import { FileTree, type FileTreeHandle } from './file-tree.tsx'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../parts/web-error.ts'
import { useActions } from '../workbench/actions.ts'
import { t } from '../i18n/t.ts'

/** The files of the workspace: the tree, and the file that is open. On a phone one of the two. */
export function FilesView() {
  const { place, layout } = useWorkbench()
  const path = place.kind === 'files' ? place.path : undefined
  const spot = place.kind === 'files' ? place.spot : undefined
  const files = useFiles()
  const onPhone = layout.sidebar === 'drawer'
  usePageShortcuts({
    filter: () => document.querySelector<HTMLInputElement>('.tree-filter input')?.focus(),
  })
  return (
    <main className="files-view" {...useDroppedFiles()}>
      <FilesBar path={path} />
      <div className="files-body" data-single={onPhone ? true : undefined}>
        {onPhone && path !== undefined ? null : <TreePanel files={files} path={path} />}
        {path === undefined ? (
          onPhone ? null : (
            <NoFile isEmpty={files.data?.length === 0} />
          )
        ) : (
          <FilePanel key={path} path={path} spot={spot} />
        )}
      </div>
      <div className="files-said">
        <ServerTrouble />
        <ToastLine />
      </div>
    </main>
  )
}

/** Nothing is open yet. */
function NoFile({ isEmpty }: { readonly isEmpty: boolean }) {
  const { data } = useWorkspace()
  const empty =
    data?.kind === 'database'
      ? t('Create a note, or drop files here.')
      : t('Create a note, drop files here, or put them into the folder.')
  return (
    <div className="file-panel no-file">
      {data?.unavailable === undefined ? (
        <>
          <Icon name="note" size={20} />
          <p>{isEmpty ? empty : t('Choose a file to read. You can attach it to your next message.')}</p>
        </>
      ) : (
        <p>{t('Varve can’t read the files of this workspace right now. You can still read its chats.')}</p>
      )}
    </div>
  )
}

/** Where the open file is, its size, and its actions. */
function FilesBar({ path }: { readonly path: string | undefined }) {
  const { layout, openFile, openDialog } = useWorkbench()
  const onPhone = layout.sidebar === 'drawer'
  const { data, isError } = useFileContent(path ?? '', path !== undefined)
  // The cached content of a deleted file is outdated.
  const file = isError ? undefined : data
  return (
    <header className="chat-bar files-bar">
      {onPhone ? (
        path === undefined ? (
          <IconButton icon="menu" label={t('Chats')} onClick={() => openDialog('chats')} />
        ) : (
          <IconButton icon="left" label={t('All files')} onClick={() => openFile(undefined)} />
        )
      ) : null}
      <div className="grow files-where">
        {path === undefined ? <h1>{t('Files')}</h1> : <Where path={path} />}
        {file?.tokens === undefined || onPhone ? null : (
          <span
            className="tag"
            title={t('An estimate for the text alone, without what frames it in a message')}
          >
            {countTokens(file.tokens)}
          </span>
        )}
      </div>
      {file ? <FileActions file={file} onPhone={onPhone} /> : null}
    </header>
  )
}

function Where({ path }: { readonly path: string }) {
  const { folder } = splitPath(path)
  return (
    <>
      {folder === '' ? null : (
        <span className="files-folder cut" title={folder}>
          {folder.replaceAll('/', ' › ')}
        </span>
      )}
      {folder === '' ? null : <Icon name="right" size={14} />}
      <h1>
        <FileName path={path} />
      </h1>
    </>
  )
}

interface FileActionsProps {
  readonly file: FileContentView
  readonly onPhone: boolean
}

function FileActions({ file: { path, kind, contentHash }, onPhone }: FileActionsProps) {
  const { place, openFile, openDialog } = useWorkbench()
  const { data: workspace } = useWorkspace()
  const askAbout = useAskAbout()
  const remove = useRemoveFile()
  const ask = () => askAbout(path)
  const edit = () => openFile(path, { kind: 'edit' })
  const isEdited = place.kind === 'files' && place.spot?.kind === 'edit'
  const label = kind === 'note' ? t('Ask about this note') : t('Ask about this file')
  const isInVault = workspace?.obsidian && workspace.root !== undefined && /\.(?:md|canvas)$/i.test(path)
  return (
    <>
      {isInVault && workspace.root !== undefined ? (
        <a
          className="icon-button"
          href={obsidianHref(workspace.root, path)}
          title={t('Open in Obsidian')}
          aria-label={t('Open in Obsidian')}
        >
          <Icon name="leave" />
        </a>
      ) : null}
      {kind !== 'note' || isEdited ? null : onPhone ? (
        <IconButton icon="edit" label={t('Edit')} onClick={edit} />
      ) : (
        <Button look="bare" onClick={edit}>
          <Icon name="edit" />
          {t('Edit')}
        </Button>
      )}
      {onPhone ? (
        <IconButton icon="chat" label={label} onClick={ask} />
      ) : (
        <Button onClick={ask}>
          <Icon name="chat" />
          {label}
        </Button>
      )}
      <Menu label={t('File actions')} button={<Icon name="more" />} buttonClass="icon-button">
        <MenuItem command="move-file" icon="edit" onSelect={() => openDialog({ kind: 'move-note', path })}>
          {t('Rename or move…')}
        </MenuItem>
        <MenuItem command="download-file" icon="export" onSelect={() => downloadFile(path)}>
          {t('Download')}
        </MenuItem>
        <MenuItem command="trash-file" icon="trash" danger onSelect={() => void remove(path, contentHash)}>
          {t('Move to trash')}
        </MenuItem>
      </Menu>
    </>
  )
}

/** The address that opens a note of a vault in Obsidian on this machine. */
export function obsidianHref(root: string, path: string): string {
  const isWindows = /^[A-Za-z]:[\\/]/.test(root) || root.startsWith('\\\\')
  const separator = isWindows ? '\\' : '/'
  const whole = `${root.replace(/[\\/]$/, '')}${separator}${isWindows ? path.replaceAll('/', '\\') : path}`
  return `obsidian://open?path=${encodeURIComponent(whole)}`
}

interface TreePanelProps {
  readonly files: {
    readonly data: readonly FileView[] | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly path: string | undefined
}

/** The tree of files with a field that narrows it. */
function TreePanel({ files: { data, error, refetch }, path }: TreePanelProps) {
  const { state, dispatch, openFile } = useWorkbench()
  const isFolder = useWorkspace().data?.kind !== 'database'
  const [filter, setFilter] = useState('')
  const wanted = useDeferredValue(filter.trim())
  const files = useMemo(() => data ?? [], [data])
  const found = useMemo(() => filterFiles(files, wanted), [files, wanted])
  const tree = useMemo(() => buildFileTree(found), [found])
  const open = state.openFolders
  const rows = useMemo(() => treeRows(tree, wanted === '' ? open : 'all'), [tree, open, wanted])
  const handle = useRef<FileTreeHandle>(null)
  useOpenFoldersOf(path)
  const setOpen = (folders: readonly string[], isOpen: boolean) => {
    const next = new Set(open)
    for (const folder of folders)
      if (isOpen) next.add(folder)
      else next.delete(folder)
    dispatch({ kind: 'folders', open: next })
  }
  const openBest = () => {
    // Not what is drawn, which may be a letter behind.
    const best = filter.trim() === '' ? undefined : bestMatch(filterFiles(files, filter), filter)
    if (best) openFile(best.path)
  }
  return (
    <div className="tree-panel">
      <label className="tree-filter">
        <Icon name="search" size={14} />
        <span className="visually-hidden">
          {t('Find in {count} {count|file|files}', { count: files.length })}
        </span>
        <input
          type="search"
          placeholder={t('Find in {count} {count|file|files}', { count: files.length })}
          value={filter}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') handle.current?.focus()
            else if (event.key === 'Enter') openBest()
            else if (event.key === 'Escape' && filter !== '') setFilter('')
            else return
            event.preventDefault()
          }}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
      <TreeTools />
      {error ? <FilesError error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <p className="tree-said">{t('Looking for files…')}</p> : null}
      {data && files.length === 0 ? (
        <p className="tree-said">
          {isFolder ? t('This folder has no files that Varve can read.') : t('There are no files here yet.')}
        </p>
      ) : null}
      {files.length > 0 && found.length === 0 ? (
        <p className="tree-said">{t('No file is called “{wanted}”.', { wanted })}</p>
      ) : null}
      <p className="visually-hidden" role="status">
        {wanted === '' ? '' : t('{count} {count|file|files} found', { count: found.length })}
      </p>
      <FileTree ref={handle} rows={rows} current={path} onOpen={openFile} onFolders={setOpen} />
    </div>
  )
}

/** The folders above an opened file open with it. */
function useOpenFoldersOf(path: string | undefined): void {
  const { state, dispatch } = useWorkbench()
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (path === undefined || opened.current === path) return
    opened.current = path
    const above = foldersAbove(path)
    if (above.every((folder) => state.openFolders.has(folder))) return
    dispatch({ kind: 'folders', open: new Set([...state.openFolders, ...above]) })
  }, [path, state.openFolders, dispatch])
}

/** Puts files of this machine into the workspace. None is overwritten. */
function useAddFiles() {
  const client = useQueryClient()
  const { say } = useActions()
  return useMutation({
    // Each by itself: one that is refused keeps none of the others out.
    mutationFn: async (files: readonly File[]) => {
      const refused: string[] = []
      for (const file of files)
        await routes
          .writeFile(file.name, file, 'absent')
          .catch((error: unknown) => refused.push(whyNot(file, error)))
      return { added: files.length - refused.length, refused }
    },
    onSuccess: ({ added, refused }) => {
      const done = added === 0 ? '' : t('Added {added} {added|file|files}.', { added })
      if (refused.length === 0) return say({ tone: 'info', text: done })
      const not = t('Not added: {count} {count|file|files}.', { count: refused.length })
      return say({ tone: 'error', text: [done, not, ...refused].filter((part) => part !== '').join(' ') })
    },
    onSettled: () => renewFiles(client),
  })
}

/** Files that are dropped anywhere in the view are added. */
function useDroppedFiles() {
  const { mutate } = useAddFiles()
  const [isOver, setOver] = useState(false)
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes(t('Files'))
  return {
    'data-drop': isOver ? true : undefined,
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
        setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(false)
      if (event.dataTransfer.files.length > 0) mutate([...event.dataTransfer.files])
    },
  }
}

/** The ways to new files: a note that begins here, and files of this machine. */
function TreeTools() {
  const { place, openDialog } = useWorkbench()
  const add = useAddFiles()
  const input = useRef<HTMLInputElement>(null)
  const folder = place.kind === 'files' && place.path !== undefined ? splitPath(place.path).folder : ''
  const path = folder === '' ? '' : `${folder}/`
  return (
    <div className="tree-tools">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('Files to add')}
        onChange={({ target }) => {
          if (target.files?.length) add.mutate([...target.files])
          // The same file may be chosen again after it was changed.
          target.value = ''
        }}
      />
      <Button small onClick={() => openDialog({ kind: 'new-note', path })}>
        {t('New note')}
      </Button>
      <Button small look="bare" disabled={add.isPending} onClick={() => input.current?.click()}>
        {add.isPending ? t('Adding…') : t('Add files…')}
      </Button>
    </div>
  )
}

/** The server names the file in most of what it says. */
function whyNot({ name }: File, error: unknown): string {
  const { what } = adviseOn(error)
  return what.includes(name) ? what : `“${name}”: ${what}`
}
