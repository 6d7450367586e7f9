import { useFileContent } from '../api/file-queries.ts'
import { useWorkspace } from '../api/workspace-queries.ts'
import { Button } from '../parts/button.tsx'
import { FileName } from '../parts/file-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { countOf } from '../view-model/text/describe-many.ts'
import { obsidianHref } from '../view-model/files/obsidian-href.ts'
import { splitPath } from '../view-model/files/split-file-name.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { useAskAbout } from './use-ask-about.ts'

/** Where the open file lies, how large it is, and what can be done with it. */
export function FilesBar({ path }: { readonly path: string | undefined }) {
  const { layout, dispatch, openFile } = useWorkbench()
  const onPhone = layout.sidebar === 'drawer'
  const { data, isError } = useFileContent(path ?? '', path !== undefined)
  // What was read of a file that has since gone is still known, and no longer true.
  const file = isError ? undefined : data
  return (
    <header className="chat-bar files-bar">
      {onPhone ? (
        path === undefined ? (
          <IconButton
            icon="menu"
            label="Chats"
            onClick={() => dispatch({ kind: 'dialog', dialog: 'chats' })}
          />
        ) : (
          <IconButton icon="left" label="All files" onClick={() => openFile(undefined)} />
        )
      ) : null}
      <div className="grow files-where">
        {path === undefined ? <h1>Files</h1> : <Where path={path} />}
        {file?.tokens === undefined || onPhone ? null : (
          <span
            className="tag"
            title="An estimate of the text alone; what frames it in a message comes on top"
          >
            {countOf(file.tokens, 'token')}
          </span>
        )}
      </div>
      {path !== undefined && file ? <FileActions path={path} kind={file.kind} onPhone={onPhone} /> : null}
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
  readonly path: string
  readonly kind: string
  readonly onPhone: boolean
}

function FileActions({ path, kind, onPhone }: FileActionsProps) {
  const { data: workspace } = useWorkspace()
  const askAbout = useAskAbout()
  const ask = () => askAbout(path)
  const label = `Ask about this ${kind === 'note' ? 'note' : 'file'}`
  return (
    <>
      {workspace?.obsidian && workspace.root !== undefined && /\.(?:md|canvas)$/i.test(path) ? (
        <a
          className={onPhone ? 'icon-button' : 'button bare'}
          href={obsidianHref(workspace.root, path)}
          title="Open in Obsidian"
        >
          <Icon name="leave" />
          <span className={onPhone ? 'visually-hidden' : undefined}>Open in Obsidian</span>
        </a>
      ) : null}
      {onPhone ? (
        <IconButton icon="chat" label={label} onClick={ask} />
      ) : (
        <Button onClick={ask}>
          <Icon name="chat" />
          {label}
        </Button>
      )}
    </>
  )
}
