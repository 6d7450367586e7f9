import { Chip } from '../parts/chip.tsx'
import { formatShare } from '../view-model/text/format-share.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'
import type { PendingUpload, Uploads } from './use-uploads.ts'

/** A file on its way, or one that could not be taken. The reason stands above the composer. */
export function UploadChip({
  upload,
  uploads,
}: {
  readonly upload: PendingUpload
  readonly uploads: Uploads
}) {
  const { file, state } = upload
  const moveFocus = useFocusAfterRemoval()
  const isFailed = state.kind === 'failed'
  const retry = { label: 'Try again', run: () => uploads.retry(upload) }
  return (
    <Chip
      kind="upload"
      label={file.name}
      title={file.name}
      look={isFailed ? 'refused' : 'plain'}
      note={isFailed ? 'not added' : `uploading ${formatShare(state.share, 1)}`}
      action={isFailed && state.canRetry ? retry : undefined}
      onRemove={(event) => {
        moveFocus(event)
        uploads.remove(upload)
      }}
    />
  )
}
