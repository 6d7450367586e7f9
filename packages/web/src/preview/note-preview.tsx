import type { FileContentView } from '@varve/server/types'
import { useFileContent } from '../api/queries.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FileIcon } from '../parts/file-icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { formatTokens } from '../view-model/format-tokens.ts'
import { lineLabel } from '../view-model/source-label.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { draftOf, NEW_CHAT, type Preview } from '../workbench/workbench-state.ts'
import { PreviewLines } from './preview-lines.tsx'
import './note-preview.css'

/** A note as it is on disk now, opened at the lines that were cited. */
export function NotePreview({
  preview,
  onClose,
}: {
  readonly preview: Preview
  readonly onClose: () => void
}) {
  const { data, error, refetch } = useFileContent(preview.path)
  return (
    <Dialog label={`Note ${preview.path}`} place="center" onClose={onClose}>
      <div className="dialog-head note-preview-head">
        <FileIcon kind={data?.kind ?? 'note'} />
        <div className="grow">
          <h2 className="cut">{data?.title ?? preview.path}</h2>
          <p className="cut">
            {preview.path}
            {preview.lines ? `, ${lineLabel(preview.lines)}` : ''}
            {data?.tokens === undefined ? '' : `, ${formatTokens(data.tokens)} tokens`}
          </p>
        </div>
        {data ? <AttachButton file={data} onDone={onClose} /> : null}
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className="dialog-body note-preview-body">
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {data ? <PreviewLines content={data.content} cited={preview.lines} /> : null}
      </div>
    </Dialog>
  )
}

function AttachButton({ file, onDone }: { readonly file: FileContentView; readonly onDone: () => void }) {
  const { chatId, state, dispatch } = useWorkbench()
  const chat = chatId ?? NEW_CHAT
  if (file.tokens === undefined) return null
  if (draftOf(state, chat).attach.includes(file.path)) return <span className="tag">Attached</span>
  const attach = () => {
    dispatch({ kind: 'attach', chat, path: file.path })
    onDone()
  }
  return (
    <Button small onClick={attach}>
      Attach
    </Button>
  )
}
