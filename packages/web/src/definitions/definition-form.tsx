import './line-editor.css'
import type { DefinitionCheckView, DefinitionTextView } from '@varve/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useMemo, useRef } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { WebError } from '../parts/web-error.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { useActions, useUnsavedText } from '../workbench/actions.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { useDebounced } from '../parts/hooks.ts'
import type { UnsavedText } from '../workbench/page-memory.ts'
import { showDefinition } from '../api/queries.ts'
import { t } from '../i18n/t.ts'
import { DefinitionFields } from './definition-fields.tsx'

const QUIET_MILLISECONDS = 350

const NOTHING: DefinitionCheck = { problems: [], warnings: [], isOfText: true }

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
    <section className="definition-form" aria-label={t('Text of {id}', { id })} onKeyDown={saveOnKey}>
      {shown.length === 0 ? null : (
        <Notice
          isQuiet={draft.isChanged}
          title={
            draft.isChanged
              ? t('Saved like this it would be inactive: {count} {count|mistake|mistakes}.', {
                  count: shown.length,
                })
              : t('Inactive: {count} {count|mistake|mistakes}.', { count: shown.length })
          }
        >
          <ul id={problemsId} className="definition-problems">
            {shown.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                {line === undefined ? (
                  message
                ) : (
                  <button type="button" onClick={() => editor.current?.goTo(line)}>
                    <b>{t('Line {line}', { line })}</b> {message}
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
      <DefinitionFields definition={definition} text={draft.text} onChange={draft.change} />
      <LineEditor
        ref={editor}
        label={t('Text of {id}', { id })}
        text={draft.text}
        wrong={isOfText ? shown.flatMap(({ line }) => line ?? []) : []}
        describedBy={shown.length === 0 ? undefined : problemsId}
        onChange={draft.change}
      />
      <Trouble draft={draft} />
      <div className="definition-foot">
        {origin === 'workspace' ? <Remove definition={definition} onRemoved={draft.revert} /> : null}
        <span className="grow definition-saved" role="status">
          {draft.isSaved ? t('Saved.') : draft.isChanged ? t('Not saved yet.') : ''}
        </span>
        {draft.isChanged ? (
          <Button look="bare" onClick={draft.revert}>
            {t('Revert')}
          </Button>
        ) : null}
        <Button look="main" disabled={!draft.isChanged || draft.isSaving} onClick={draft.save}>
          {origin === 'built-in' ? t('Save as your own') : t('Save')}
        </Button>
      </div>
    </section>
  )
}

function Trouble({ draft }: { readonly draft: DefinitionDraft }) {
  if (!draft.error) return null
  if (!draft.isConflict) return <ErrorNotice error={draft.error} />
  return (
    <Notice title={t('The file has changed since you opened it.')} tone="warn">
      <p>{t('Your text is kept here until you decide.')}</p>
      <div className="notice-actions">
        <Button small onClick={draft.revert}>
          {t('Show the newer version')}
        </Button>
        <Button small onClick={() => void draft.saveOver()}>
          {t('Keep mine')}
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
  const { say, openDefinition, sayError } = useWorkbench()
  const { kind, id, contentHash = '' } = definition
  const renew = () => client.invalidateQueries({ queryKey: keys.definitions })
  const undo = async (trashId: string) => {
    try {
      await routes.restoreFile(trashId)
      await renew()
      openDefinition({ kind, id })
    } catch (error) {
      sayError(t('Couldn’t restore it.'), error)
    }
  }
  const remove = async () => {
    const here = location.hash
    try {
      const { trashId } = await routes.removeDefinition(kind, id, contentHash)
      onRemoved()
      // Don't navigate if the user has moved on in the meantime.
      if (location.hash === here) openDefinition(undefined)
      client.removeQueries({ queryKey: keys.definition(kind, id) })
      await renew()
      say({
        tone: 'info',
        text: t('{id} is in the trash.', { id }),
        action: { label: t('Undo'), run: () => void undo(trashId) },
      })
    } catch (error) {
      sayError(t('Couldn’t remove it.'), error)
    }
  }
  return (
    <Button look="bare" onClick={() => void remove()}>
      {t('Remove')}
    </Button>
  )
}

interface DefinitionCheck extends DefinitionCheckView {
  /** It is about the current text; otherwise its line numbers may be wrong. */
  readonly isOfText: boolean
}

/** Problems in a text: for the saved one as reported by the server, for typed text shortly after the last key. */
function useDefinitionCheck(
  { kind, id, problems, warnings = [] }: DefinitionTextView,
  { text, isChanged }: Pick<DefinitionDraft, 'text' | 'isChanged'>,
): DefinitionCheck {
  const settled = useDebounced(text, QUIET_MILLISECONDS)
  const { data } = useQuery({
    queryKey: ['definition-check', kind, id, settled],
    queryFn: async ({ signal }) => ({
      of: settled,
      view: await routes.checkDefinition({ kind, id, content: settled }, signal),
    }),
    enabled: isChanged,
    // The last problems stay until the new result arrives.
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    retry: false,
  })
  if (!isChanged) return { problems, warnings, isOfText: true }
  return data ? { ...data.view, isOfText: data.of === text } : NOTHING
}

interface LineEditorHandle {
  /** Marks a line, counted from 1, and brings it into view. */
  readonly goTo: (line: number) => void
}

interface LineEditorProps {
  readonly ref: Ref<LineEditorHandle>
  readonly label: string
  readonly text: string
  /** Lines with a mistake. */
  readonly wrong: readonly number[]
  /** What is wrong, for those who do not see the marks. */
  readonly describedBy: string | undefined
  readonly onChange: (text: string) => void
}

/** A plain field with its lines numbered. A copy of the text behind it gives each line its height. */
function LineEditor({ ref, label, text, wrong, describedBy, onChange }: LineEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const copy = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => text.split('\n'), [text])
  useImperativeHandle(
    ref,
    () => ({
      goTo: (line) => {
        const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
        field.current?.focus({ preventScroll: true })
        field.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
        copy.current?.children[line - 1]?.scrollIntoView({ block: 'center' })
      },
    }),
    [lines],
  )
  return (
    <div className="line-editor mono">
      <div ref={copy} className="line-editor-lines" aria-hidden="true">
        {lines.map((line, at) => (
          // Lines have no name but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} data-wrong={wrong.includes(at + 1) ? true : undefined}>
            {line === '' ? '\u200b' : line}
          </div>
        ))}
      </div>
      <textarea
        ref={field}
        value={text}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={wrong.length > 0 ? true : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

interface DefinitionDraft {
  readonly text: string
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly isSaved: boolean
  readonly error: unknown
  /** The file was changed by others since this was begun. */
  readonly isConflict: boolean
  readonly change: (text: string) => void
  readonly revert: () => void
  readonly save: () => void
  /** Overwrites concurrent changes, which become an earlier version. */
  readonly saveOver: () => Promise<void>
}

/** What is typed and not saved yet, over what the workspace has. */
export function useDefinitionDraft(definition: DefinitionTextView): DefinitionDraft {
  const client = useQueryClient()
  const { changes } = useActions().memory
  const { kind, id, content, contentHash } = definition
  const { typed: draft, latest, keep } = useUnsavedText(`${kind} ${id}`)
  const begun = draft ? draft.hash : contentHash
  const write = useMutation({
    mutationFn: (written: UnsavedText) =>
      changes.track(routes.writeDefinition({ kind, id, content: written.text, contentHash: written.hash })),
    onSuccess: async (now, written) => {
      await showDefinition(client, now)
      // What was typed while it was on its way is kept.
      const typed = latest()
      keep(typed && typed.text !== written.text ? { text: typed.text, hash: now.contentHash } : undefined)
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.forecast }),
        client.invalidateQueries({ queryKey: keys.versions(now.path) }),
      ])
    },
  })
  const text = draft?.text ?? content
  const isChanged = text !== content
  return {
    text,
    isChanged,
    isSaving: write.isPending,
    isSaved: write.isSuccess && !isChanged,
    error: write.error,
    isConflict: write.error instanceof WebError && write.error.serverCode === 'file-changed',
    change: (next) => keep(next === content ? undefined : { text: next, hash: begun }),
    revert: () => {
      keep(undefined)
      write.reset()
    },
    save: () => write.mutate({ text, hash: begun }),
    saveOver: async () => {
      const now = await client.fetchQuery({
        queryKey: keys.definition(kind, id),
        queryFn: () => routes.definition(kind, id),
        staleTime: 0,
      })
      write.mutate({ text, hash: now.contentHash })
    },
  }
}
