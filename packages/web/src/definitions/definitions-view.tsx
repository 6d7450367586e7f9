import '../files/files-view.css'
import './definitions-view.css'
import '../parts/text-field.css'
import { type FormEvent, useId, useState } from 'react'
import type { DefinitionKind, DefinitionView } from '@varve/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showDefinition, useDefinitions } from '../api/queries.ts'
import { Icon } from '../parts/icon.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { PartError, ServerTrouble } from '../workbench/part-error.tsx'
import { ToastLine } from '../workbench/toast-line.tsx'
import { usePageShortcuts } from '../workbench/use-page-shortcuts.ts'
import { KINDS, type KindWords, startingText, wordsFor } from '../view-model/rules/definition-words.ts'
import { definitionHref, type DefinitionName } from '../workbench/place.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { DefinitionPanel, StateTag } from './definition-panel.tsx'
import { routes } from '../api/routes.ts'
import { WebError } from '../parts/web-error.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { useActions } from '../workbench/actions.ts'
import { t } from '../i18n/t.ts'

/** Agents, skills, templates and projects: the list, and the one that is open. On a phone one of the two. */
export function DefinitionsView({ open }: { readonly open: DefinitionName | undefined }) {
  const { layout } = useWorkbench()
  const { data, error, refetch } = useDefinitions()
  const [adding, setAdding] = useState<DefinitionKind>()
  const onPhone = layout.sidebar === 'drawer'
  usePageShortcuts()
  return (
    <main className="files-view">
      <Bar open={open} onPhone={onPhone} />
      <div className="files-body definitions-body" data-single={onPhone ? true : undefined}>
        {onPhone && open ? null : (
          <div className="definition-side">
            {error ? <PartError error={error} onRetry={() => void refetch()} /> : null}
            <DefinitionList definitions={data} open={open} onNew={setAdding} />
          </div>
        )}
        {open ? (
          <DefinitionPanel key={`${open.kind}/${open.id}`} name={open} />
        ) : onPhone ? null : (
          <Nothing />
        )}
      </div>
      {adding ? <NewDefinitionDialog kind={adding} onClose={() => setAdding(undefined)} /> : null}
      <div className="files-said">
        <ServerTrouble />
        <ToastLine />
      </div>
    </main>
  )
}

function Bar({ open, onPhone }: { readonly open: DefinitionName | undefined; readonly onPhone: boolean }) {
  const { openDefinition, openDialog } = useWorkbench()
  const { data: all = [] } = useDefinitions()
  const shown = all.find(({ kind, id }) => kind === open?.kind && id === open.id)
  return (
    <header className="chat-bar files-bar">
      {onPhone ? (
        open ? (
          <IconButton
            icon="left"
            label={t('All agents and skills')}
            onClick={() => openDefinition(undefined)}
          />
        ) : (
          <IconButton icon="menu" label={t('Chats')} onClick={() => openDialog('chats')} />
        )
      ) : null}
      <div className="grow files-where">
        {open ? (
          <>
            <span className="files-folder">{wordsFor(open.kind).many}</span>
            <Icon name="right" size={14} />
            <h1>
              <span className="cut">{shown?.name ?? open.id}</span>
            </h1>
          </>
        ) : (
          <h1>{t('Agents and skills')}</h1>
        )}
      </div>
    </header>
  )
}

/** What each kind is for. */
function Nothing() {
  return (
    <div className="definition-none">
      <dl>
        {KINDS.map(({ kind, many, about, icon }) => (
          <div key={kind}>
            <dt>
              <Icon name={icon} />
              {many}
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <p className="faint">
        {t(
          'Each is a file in the Varve folder of this workspace. Edit it here or in any editor. Files from outside stay inactive until you have read and trusted them.',
        )}
      </p>
    </div>
  )
}

interface NewDefinitionDialogProps {
  readonly kind: DefinitionKind
  readonly onClose: () => void
}

/** A name is all that it takes to begin; the rest is written in the file. */
function NewDefinitionDialog({ kind, onClose }: NewDefinitionDialogProps) {
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
    // Don't navigate if the dialog was closed in the meantime.
    if (id !== '' && !create.isPending) create.mutate(undefined, { onSuccess: open })
  }
  const isTaken = create.error instanceof WebError && create.error.serverCode === 'file-changed'
  return (
    <Dialog title={t('New {one}', { one })} forTyping onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body definition-new">
          <p className="faint">{about}</p>
          <label htmlFor={field}>{t('Name (also used as the file name)')}</label>
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
          {isTaken ? (
            <Notice tone="warn" title={t('A {one} with this name already exists.', { one })} />
          ) : null}
          {create.error && !isTaken ? <ErrorNotice error={create.error} /> : null}
        </div>
        <div className="dialog-foot">
          <Button look="bare" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button look="main" type="submit" disabled={id === '' || create.isPending}>
            {t('Create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface DefinitionListProps {
  readonly definitions: readonly DefinitionView[] | undefined
  readonly open: DefinitionName | undefined
  readonly onNew: (kind: DefinitionKind) => void
}

/** All there are, by kind, with what is in the way of those that do nothing. */
function DefinitionList({ definitions = [], open, onNew }: DefinitionListProps) {
  return (
    <nav className="definition-list" aria-label={t('Agents, skills, templates and projects')}>
      {KINDS.map((words) => (
        <Section
          key={words.kind}
          words={words}
          definitions={definitions.filter(({ kind }) => kind === words.kind)}
          open={open}
          onNew={() => onNew(words.kind)}
        />
      ))}
    </nav>
  )
}

interface SectionProps {
  readonly words: KindWords
  readonly definitions: readonly DefinitionView[]
  readonly open: DefinitionName | undefined
  readonly onNew: () => void
}

function Section({ words, definitions, open, onNew }: SectionProps) {
  return (
    <section>
      <div className="definition-kind">
        <h2 className="grow">{words.many}</h2>
        <IconButton icon="plus" label={t('New {one}', { one: words.one })} onClick={onNew} />
      </div>
      {definitions.length === 0 ? <p className="definition-empty">{t('None yet.')}</p> : null}
      <ul>
        {definitions.map((definition) => (
          <li key={`${definition.id} ${definition.path}`}>
            <Row
              definition={definition}
              words={words}
              isOpen={open?.kind === definition.kind && open.id === definition.id}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  readonly definition: DefinitionView
  readonly words: KindWords
  readonly isOpen: boolean
}

function Row({ definition, words, isOpen }: RowProps) {
  const { id, name, description } = definition
  return (
    <a
      className="definition-row"
      href={definitionHref(definition)}
      aria-current={isOpen ? 'page' : undefined}
      title={description || name}
    >
      <Icon name={words.icon} size={14} />
      <span className="grow definition-row-words">
        <span className="cut">
          {definition.kind === 'agent' || definition.kind === 'project' ? name : id}
        </span>
      </span>
      <StateTag definition={definition} />
    </a>
  )
}
