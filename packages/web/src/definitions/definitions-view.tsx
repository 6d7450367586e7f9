import { useState } from 'react'
import type { DefinitionKind } from '@varve/server/types'
import { useDefinitions } from '../api/definition-queries.ts'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { PartError } from '../shell/part-error.tsx'
import { ServerTrouble } from '../shell/server-trouble.tsx'
import { ToastLine } from '../shell/toast-line.tsx'
import { useElsewhereShortcuts } from '../shell/use-elsewhere-shortcuts.ts'
import { KINDS, wordsFor } from '../view-model/rules/definition-words.ts'
import type { DefinitionName } from '../workbench/place.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { DefinitionList } from './definition-list.tsx'
import { DefinitionPanel } from './definition-panel.tsx'
import { NewDefinitionDialog } from './new-definition-dialog.tsx'
import '../files/files-view.css'
import './definitions-view.css'

/** Agents, skills, templates and projects: the list, and the one that is open. On a phone one of the two. */
export function DefinitionsView({ open }: { readonly open: DefinitionName | undefined }) {
  const { layout } = useWorkbench()
  const { data, error, refetch } = useDefinitions()
  const [adding, setAdding] = useState<DefinitionKind>()
  const onPhone = layout.sidebar === 'drawer'
  useElsewhereShortcuts()
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
  const { dispatch, openDefinition } = useWorkbench()
  return (
    <header className="chat-bar files-bar">
      {onPhone ? (
        open ? (
          <IconButton icon="left" label="All agents and skills" onClick={() => openDefinition(undefined)} />
        ) : (
          <IconButton
            icon="menu"
            label="Chats"
            onClick={() => dispatch({ kind: 'dialog', dialog: 'chats' })}
          />
        )
      ) : null}
      <div className="grow files-where">
        {open ? (
          <>
            <span className="files-folder">{wordsFor(open.kind).many}</span>
            <Icon name="right" size={14} />
            <h1>
              <span className="cut">{open.id}</span>
            </h1>
          </>
        ) : (
          <h1>Agents and skills</h1>
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
        Each is a file in the folder Varve of this workspace, and can be edited here or in any editor. What
        comes from elsewhere does nothing until you have looked at it and trusted it.
      </p>
    </div>
  )
}
