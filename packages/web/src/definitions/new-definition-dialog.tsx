import type { DefinitionKind } from '@varve/server/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { routes } from '../api/routes.ts'
import { showDefinition } from '../api/show-definition.ts'
import { WebError } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { startingText, wordsFor } from '../view-model/rules/definition-words.ts'
import { useActions } from '../workbench/actions.ts'
import '../parts/text-field.css'

interface NewDefinitionDialogProps {
  readonly kind: DefinitionKind
  readonly onClose: () => void
}

/** A name is all that it takes to begin; the rest is written in the file. */
export function NewDefinitionDialog({ kind, onClose }: NewDefinitionDialogProps) {
  const { one, about } = wordsFor(kind)
  const { openDefinition } = useActions()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const field = useId()
  const id = name.trim()
  const create = useMutation({
    mutationFn: () =>
      routes.writeDefinition({ kind, id, content: startingText(kind, id), contentHash: undefined }),
    onSuccess: (made) => showDefinition(client, made),
  })
  const open = () => {
    onClose()
    openDefinition({ kind, id })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Whoever has closed this meanwhile is not led there.
    if (id !== '' && !create.isPending) create.mutate(undefined, { onSuccess: open })
  }
  const isTaken = create.error instanceof WebError && create.error.serverCode === 'file-changed'
  return (
    <Dialog label={`New ${one}`} place="center" forTyping onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-head">
          <h2 className="grow">New {one}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        <div className="dialog-body definition-new">
          <p className="faint">{about}</p>
          <label htmlFor={field}>Name, as it is called and as its file is named</label>
          <input
            id={field}
            className="text-field"
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            placeholder={
              kind === 'agent' ? 'proof-reader' : kind === 'project' ? 'harbour-lease' : 'weekly-report'
            }
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {isTaken ? <Notice tone="warn" title={`There is a ${one} of this name already.`} /> : null}
          {create.error && !isTaken ? <ErrorNotice error={create.error} /> : null}
        </div>
        <div className="dialog-foot">
          <Button look="bare" onClick={onClose}>
            Cancel
          </Button>
          <Button look="main" type="submit" disabled={id === '' || create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
