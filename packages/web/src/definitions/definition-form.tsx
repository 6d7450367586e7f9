import type { DefinitionTextView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { useWorkbench } from '../workbench/workbench.tsx'
import { LineEditor, type LineEditorHandle } from './line-editor.tsx'
import { useDefinitionCheck } from './use-definition-check.ts'
import { type DefinitionDraft, useDefinitionDraft } from './use-definition-draft.ts'

/** Its text, what is wrong with it at which line, and the ways to keep or drop what was typed. */
export function DefinitionForm({ definition }: { readonly definition: DefinitionTextView }) {
  const draft = useDefinitionDraft(definition)
  const editor = useRef<LineEditorHandle>(null)
  const problemsId = useId()
  const { id, origin } = definition
  const { problems: shown, warnings, isOfText } = useDefinitionCheck(definition, draft)
  const saveOnKey = (event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (draft.isChanged && !draft.isSaving) draft.save()
  }
  return (
    <section className="definition-form" aria-label={`Text of ${id}`} onKeyDown={saveOnKey}>
      {shown.length === 0 ? null : (
        <Notice
          isQuiet={draft.isChanged}
          title={`${draft.isChanged ? 'Saved like this it would do nothing' : 'It does nothing'}: ${
            shown.length === 1 ? '1 mistake' : `${shown.length} mistakes`
          }.`}
        >
          <ul id={problemsId} className="definition-problems">
            {shown.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                {line === undefined ? (
                  message
                ) : (
                  <button type="button" onClick={() => editor.current?.goTo(line)}>
                    <b>Line {line}</b> {message}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {warnings.length === 0 ? null : (
        <Notice
          tone="warn"
          isQuiet={draft.isChanged}
          title={warnings.map(({ message }) => message).join(' ')}
        />
      )}
      <LineEditor
        ref={editor}
        label={`Text of ${id}`}
        text={draft.text}
        wrong={isOfText ? shown.flatMap(({ line }) => line ?? []) : []}
        describedBy={shown.length === 0 ? undefined : problemsId}
        onChange={draft.change}
      />
      <Trouble draft={draft} />
      <div className="definition-foot">
        {origin === 'workspace' ? <Remove definition={definition} onRemoved={draft.revert} /> : null}
        <span className="grow definition-saved" role="status">
          {draft.isSaved ? 'Saved.' : draft.isChanged ? 'Not saved yet.' : ''}
        </span>
        {draft.isChanged ? (
          <Button look="bare" onClick={draft.revert}>
            Revert
          </Button>
        ) : null}
        <Button look="main" disabled={!draft.isChanged || draft.isSaving} onClick={draft.save}>
          {origin === 'built-in' ? 'Save as your own' : 'Save'}
        </Button>
      </div>
    </section>
  )
}

function Trouble({ draft }: { readonly draft: DefinitionDraft }) {
  if (!draft.error) return null
  if (!draft.isConflict) return <ErrorNotice error={draft.error} />
  return (
    <Notice title="The file has changed since you opened it." tone="warn">
      <p>Your text is kept here until you decide.</p>
      <div className="notice-actions">
        <Button small onClick={draft.revert}>
          Show the newer one
        </Button>
        <Button small onClick={() => void draft.saveOver()}>
          Keep mine
        </Button>
      </div>
    </Notice>
  )
}

interface RemoveProps {
  readonly definition: DefinitionTextView
  readonly onRemoved: () => void
}

/** Into the trash, from which it can be had again at once. */
function Remove({ definition, onRemoved }: RemoveProps) {
  const client = useQueryClient()
  const { say, openDefinition } = useWorkbench()
  const { kind, id, contentHash = '' } = definition
  const renew = () => client.invalidateQueries({ queryKey: keys.definitions })
  const undo = async (trashId: string) => {
    try {
      await routes.restoreFile(trashId)
      await renew()
      openDefinition({ kind, id })
    } catch (error) {
      say({ tone: 'error', text: `Not restored. ${adviseOn(error).what}` })
    }
  }
  const remove = async () => {
    const here = location.hash
    try {
      const { trashId } = await routes.removeDefinition(kind, id, contentHash)
      onRemoved()
      // Who has gone elsewhere meanwhile stays there.
      if (location.hash === here) openDefinition(undefined)
      client.removeQueries({ queryKey: keys.definition(kind, id) })
      await renew()
      say({
        tone: 'info',
        text: `${id} is in the trash.`,
        action: { label: 'Undo', run: () => void undo(trashId) },
      })
    } catch (error) {
      say({ tone: 'error', text: `Not removed. ${adviseOn(error).what}` })
    }
  }
  return (
    <Button look="bare" onClick={() => void remove()}>
      Remove
    </Button>
  )
}
