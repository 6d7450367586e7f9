import type { FileView } from '@varve/server/types'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useWorkspace } from '../api/workspace-queries.ts'
import { Icon } from '../parts/icon.tsx'
import {
  bestMatch,
  buildFileTree,
  filterFiles,
  foldersAbove,
  treeRows,
} from '../view-model/files/file-tree.ts'
import { countOf } from '../view-model/text/describe-many.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { FilesError } from '../workspaces/workspace-unavailable.tsx'
import { AddFiles } from './add-files.tsx'
import { FileTree, type FileTreeHandle } from './file-tree.tsx'
import './tree-panel.css'

interface TreePanelProps {
  readonly files: {
    readonly data: readonly FileView[] | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly path: string | undefined
}

/** The tree of files with a field that narrows it. */
export function TreePanel({ files: { data, error, refetch }, path }: TreePanelProps) {
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
        <span className="visually-hidden">Find in {countOf(files.length, 'file')}</span>
        <input
          type="search"
          placeholder={`Find in ${formatTokens(files.length)} ${files.length === 1 ? 'file' : 'files'}`}
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
      {error ? <FilesError error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <p className="tree-said">Looking for files…</p> : null}
      {data && files.length === 0 ? (
        <p className="tree-said">
          {isFolder ? 'This folder has no files that Varve can read.' : 'There are no files here yet.'}
        </p>
      ) : null}
      {files.length > 0 && found.length === 0 ? (
        <p className="tree-said">No file is called “{wanted}”.</p>
      ) : null}
      <p className="visually-hidden" role="status">
        {wanted === '' ? '' : `${formatTokens(found.length)} ${found.length === 1 ? 'file' : 'files'} found`}
      </p>
      {isFolder ? null : (
        <div className="tree-said">
          <AddFiles />
        </div>
      )}
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
