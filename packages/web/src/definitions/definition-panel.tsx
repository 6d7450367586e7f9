import type { DefinitionTextView } from '@varve/server/types'
import { useDefinition } from '../api/definition-queries.ts'
import { useChatSettings } from '../models/use-chat-settings.ts'
import { Button } from '../parts/button.tsx'
import { PartError } from '../shell/part-error.tsx'
import { detailsOf, whyUnusable } from '../view-model/rules/definition-words.ts'
import type { DefinitionName } from '../workbench/place.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { DefinitionForm } from './definition-form.tsx'
import { StateTag } from './definition-list.tsx'
import { DefinitionTrust } from './definition-trust.tsx'
import { FileVersions } from '../files/file-versions.tsx'
import { ProjectChats } from './project-chats.tsx'

/** One of them: what it is, whether it does anything, and its text to edit. */
export function DefinitionPanel({ name }: { readonly name: DefinitionName }) {
  const { data, error, refetch } = useDefinition(name.kind, name.id)
  return (
    <div className="definition-panel">
      <div className="definition-column">
        {error ? <PartError error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <>
            <Head definition={data} />
            <DefinitionTrust definition={data} />
            {data.kind === 'project' ? <ProjectChats project={data} /> : null}
            <DefinitionForm definition={data} />
            {data.origin === 'workspace' ? (
              <FileVersions path={data.path} name={data.id} heading="h3" />
            ) : null}
          </>
        ) : null}
      </div>
    </div>
  )
}

function Head({ definition }: { readonly definition: DefinitionTextView }) {
  const { name, description, path, origin, kind } = definition
  const details = detailsOf(definition)
  return (
    <header className="definition-head">
      <div className="definition-title">
        <h2>{name}</h2>
        <StateTag definition={definition} />
        <span className="grow" />
        {kind === 'agent' || kind === 'project' ? <UseInChat definition={definition} /> : null}
      </div>
      {description === '' ? null : <p>{description}</p>}
      <p className="faint">
        {[origin === 'built-in' ? 'Comes with Varve' : path, ...details].join(' · ')}
        {definition.overrides ? ' · in place of the built-in one' : ''}
      </p>
    </header>
  )
}

/** Chooses it for the chat that one comes from, and goes there. */
function UseInChat({ definition }: { readonly definition: DefinitionTextView }) {
  const { openChat, chatId, say } = useWorkbench()
  const { settings, change } = useChatSettings()
  const { kind, id, name } = definition
  const unusable = whyUnusable(definition)
  const isChosen = (kind === 'agent' ? settings.agent : settings.project) === id
  const use = () => {
    change(kind === 'agent' ? { agent: id, runner: null, mode: null } : { project: id })
    openChat(chatId)
    say({ tone: 'info', text: `${name} is chosen for this chat.` })
  }
  if (isChosen) return <span className="tag">In this chat</span>
  return (
    <Button disabled={unusable !== undefined} title={unusable} onClick={use}>
      Use in this chat
    </Button>
  )
}
