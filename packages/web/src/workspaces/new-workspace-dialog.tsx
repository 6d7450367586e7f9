import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { routes } from '../api/routes.ts'
import { workspaceHref } from '../api/workspace-api.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import '../parts/text-field.css'
import '../shell/chat-dialogs.css'

/** Makes a workspace whose files lie in the database, and goes there. */
export function NewWorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const make = useMutation({
    mutationFn: routes.createWorkspace,
    onSuccess: ({ id }) => location.assign(workspaceHref(id)),
  })
  const isReady = name.trim() !== '' && !make.isPending
  return (
    <Dialog label="New workspace in the database" place="center" forTyping onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) make.mutate(name.trim())
        }}
      >
        <div className="dialog-head">
          <h2 className="grow">New workspace in the database</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        <div className="dialog-body chat-dialog-body">
          <p>
            Its files are kept by Varve itself, with every version, and move along with the database. They can
            be written to a folder at any time.
          </p>
          <input
            className="text-field"
            aria-label="Name of the workspace"
            placeholder="Name"
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {make.error ? <ErrorNotice error={make.error} /> : null}
        </div>
        <div className="dialog-foot">
          <Button look="bare" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="main" disabled={!isReady}>
            {make.isPending ? 'Making…' : 'Make workspace'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
