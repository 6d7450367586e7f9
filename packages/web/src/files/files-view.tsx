import { useFiles } from '../api/file-queries.ts'
import { ServerTrouble } from '../shell/server-trouble.tsx'
import { ToastLine } from '../shell/toast-line.tsx'
import { useElsewhereShortcuts } from '../shell/use-elsewhere-shortcuts.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { FilePanel } from './file-panel.tsx'
import { FilesBar } from './files-bar.tsx'
import { NoFile } from './no-file.tsx'
import { TreePanel } from './tree-panel.tsx'
import './files-view.css'

/** The files of the workspace: the tree, and the file that is open. On a phone one of the two. */
export function FilesView() {
  const { place, layout } = useWorkbench()
  const path = place.kind === 'files' ? place.path : undefined
  const spot = place.kind === 'files' ? place.spot : undefined
  const files = useFiles()
  const onPhone = layout.sidebar === 'drawer'
  useElsewhereShortcuts({
    filter: () => document.querySelector<HTMLInputElement>('.tree-filter input')?.focus(),
  })
  return (
    <main className="files-view">
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
