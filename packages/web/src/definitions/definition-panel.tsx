import type { DefinitionTextView } from '@varve/server/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys, useDefinition } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { WebError } from '../api/web-error.ts'
import { useChatSettings } from '../models/use-chat-settings.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { detailsOf, wordsFor } from '../view-model/definition-words.ts'
import type { DefinitionName } from '../workbench/place.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { DefinitionForm } from './definition-form.tsx'
import { StateTag } from './definition-list.tsx'
import { DefinitionVersions } from './definition-versions.tsx'
import { ProjectChats } from './project-chats.tsx'

/** One of them: what it is, whether it does anything, and its text to edit. */
export function DefinitionPanel({ name }: { readonly name: DefinitionName }) {
  const { data, error, refetch } = useDefinition(name.kind, name.id)
  return (
    <div className="definition-panel">
      <div className="definition-column">
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <>
            <Head definition={data} />
            <Trust definition={data} />
            {data.kind === 'project' ? <ProjectChats project={data} /> : null}
            <DefinitionForm definition={data} />
            {data.origin === 'workspace' ? <DefinitionVersions definition={data} /> : null}
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
  const { kind, id, name, trusted, problems } = definition
  const isChosen = (kind === 'agent' ? settings.agent : settings.project) === id
  const use = () => {
    change(kind === 'agent' ? { agent: id, runner: null, mode: null } : { project: id })
    openChat(chatId)
    say({ tone: 'info', text: `${name} is chosen for this chat.` })
  }
  if (isChosen) return <span className="tag">In this chat</span>
  return (
    <Button disabled={!trusted || problems.length > 0} onClick={use}>
      Use in this chat
    </Button>
  )
}

/** What came from elsewhere does nothing until someone has looked at it, in just this form. */
function Trust({ definition }: { readonly definition: DefinitionTextView }) {
  const client = useQueryClient()
  const { kind, id, hash, trusted, origin, problems } = definition
  const trust = useMutation({
    mutationFn: (isTrusted: boolean) => routes.trustDefinition(kind, id, hash, isTrusted),
    onSuccess: async (now) => {
      client.setQueryData(keys.definition(kind, id), now)
      await client.invalidateQueries({ queryKey: keys.definitions })
      await client.invalidateQueries({ queryKey: keys.forecast })
    },
    // What was looked at is not what lies there now: that is shown, and has to be looked at in turn.
    onError: async (error) => {
      if (hasChanged(error)) await client.invalidateQueries({ queryKey: keys.definitions })
    },
  })
  const failure = hasChanged(trust.error) ? (
    <Notice tone="warn" title="The file has changed since. Below is what it says now: look at it again." />
  ) : trust.error ? (
    <ErrorNotice error={trust.error} />
  ) : null
  // A file with mistakes does nothing either way; those come first.
  if (origin === 'built-in' || trusted || problems.length > 0) return failure
  return (
    <Notice tone="warn" title={`This ${wordsFor(kind).one} was not written here, and does nothing yet.`}>
      <p>
        Read it first: once trusted, models follow it as they follow you. Any change has to be trusted anew.
      </p>
      <div className="notice-actions">
        <Button small disabled={trust.isPending} onClick={() => trust.mutate(true)}>
          Trust this text
        </Button>
      </div>
      {failure}
    </Notice>
  )
}

function hasChanged(error: unknown): boolean {
  return error instanceof WebError && error.serverCode === 'file-changed'
}
