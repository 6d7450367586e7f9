import { useQueryClient } from '@tanstack/react-query'
import { renewFiles } from '../api/file-queries.ts'
import { useWorkspace } from '../api/workspace-queries.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { PartError } from '../shell/part-error.tsx'
import { useActions } from '../workbench/actions.ts'

/** Why the files of this workspace cannot be read now, and the way to others. */
export function WorkspaceUnavailable({ reason }: { readonly reason: string }) {
  const { dispatch } = useActions()
  const client = useQueryClient()
  return (
    <Notice title={reason}>
      <p>Its chats can still be read.</p>
      <div className="notice-actions">
        <Button small onClick={() => dispatch({ kind: 'dialog', dialog: 'open-folder' })}>
          Choose another folder
        </Button>
        <Button small look="bare" onClick={() => void renewFiles(client)}>
          Look again
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
