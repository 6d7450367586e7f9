import type { WorkspaceListView } from '@varve/server/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { useWorkspace } from '../api/workspace-queries.ts'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { useActions } from '../workbench/actions.ts'
import '../shell/chat-dialogs.css'

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
      if (current?.id === id) return location.assign('/')
      // At once: whoever opens the list again must not see it for a moment.
      client.setQueryData<WorkspaceListView>(
        keys.workspaces,
        (list) => list && { ...list, workspaces: list.workspaces.filter((other) => other.id !== id) },
      )
      onClose()
      say({ tone: 'info', text: `“${name}” is no longer in the list.` })
      await client.invalidateQueries({ queryKey: keys.workspaces })
    },
  })
  return (
    <Dialog label="Remove from list" place="center" onClose={onClose}>
      <div className="dialog-head">
        <h2>Remove “{name}” from the list?</h2>
      </div>
      <div className="dialog-body chat-dialog-body">
        <p>
          Its files and its chats stay as they are. Open the folder again to have the workspace and its chats
          back; one in the database comes back when you make one of the same name.
        </p>
        {remove.error ? <ErrorNotice error={remove.error} /> : null}
      </div>
      <div className="dialog-foot">
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
        <Button look="main" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Remove from list
        </Button>
      </div>
    </Dialog>
  )
}
