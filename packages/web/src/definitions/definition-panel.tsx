import type { DefinitionTextView, DefinitionView } from '@varve/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { showDefinition, useDefinition } from '../api/queries.ts'
import { useChatSettings, useSaveSettings } from '../models/use-chat-settings.ts'
import { Button } from '../parts/button.tsx'
import { PartError } from '../workbench/part-error.tsx'
import { detailsOf, stateOf, whyUnusable, wordsFor } from '../view-model/rules/definition-words.ts'
import { chatHref, type DefinitionName } from '../workbench/place.ts'
import { useActions } from '../workbench/actions.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { DefinitionForm, useDefinitionDraft } from './definition-form.tsx'
import { FileVersions } from '../files/file-versions.tsx'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { WebError } from '../parts/web-error.ts'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { useChats } from '../api/chat-lists.ts'
import { useNow } from '../parts/hooks.ts'
import { titleOf } from '../workbench/use-chat-actions.ts'
import { formatChanged } from '../view-model/text/format.ts'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { t } from '../i18n/t.ts'

const MINUTE = 60_000

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
        {kind === 'project' ? null : <TryIt definition={definition} />}
        {kind === 'agent' || kind === 'project' ? <UseInChat definition={definition} /> : null}
      </div>
      {description === '' ? null : <p>{description}</p>}
      <p className="faint">
        {[
          ...(origin === 'built-in' ? [] : [path]),
          ...details,
          ...(definition.overrides ? [t('replaces the built-in one')] : []),
        ].join(' · ')}
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
    say({ tone: 'info', text: t('{name} is chosen for this chat.', { name }) })
  }
  if (isChosen) return <span className="tag">{t('In this chat')}</span>
  return (
    <Button disabled={unusable !== undefined} title={unusable} onClick={use}>
      {t('Use in this chat')}
    </Button>
  )
}

/** Begins a chat with it, as it is saved: an agent is chosen there, a skill or template called. */
function TryIt({ definition }: { readonly definition: DefinitionTextView }) {
  const { startChat, dispatch } = useWorkbench()
  const { isChanged } = useDefinitionDraft(definition)
  const { kind, id } = definition
  const unusable = isChanged ? t('Save it first.') : whyUnusable(definition)
  const begin = useNewChatIn(definition)
  const call = () => {
    startChat()
    dispatch({ kind: 'edit', chat: NEW_CHAT, change: (draft) => ({ ...draft, text: `/${id} ` }) })
  }
  return (
    <Button
      disabled={unusable !== undefined || begin === undefined}
      title={unusable}
      onClick={kind === 'agent' ? begin : call}
    >
      {t('Try it in a new chat')}
    </Button>
  )
}

/** What was not written in Varve does nothing until someone has looked at it. */
export function DefinitionTrust({ definition }: { readonly definition: DefinitionTextView }) {
  const client = useQueryClient()
  const { changes } = useActions().memory
  const reasonId = useId()
  // Trust applies to the file on disk, so it is shown only while that is what the editor shows.
  const { isChanged } = useDefinitionDraft(definition)
  const { kind, id, hash, trusted, origin, problems } = definition
  const trust = useMutation({
    mutationFn: (isTrusted: boolean) =>
      changes.track(routes.trustDefinition({ kind, id, hash, trusted: isTrusted })),
    onSuccess: async (now) => {
      await showDefinition(client, now)
      await client.invalidateQueries({ queryKey: keys.forecast })
    },
    // The file on disk has changed since it was shown: show the new text, to be reviewed again.
    onError: async (error) => {
      if (hasChanged(error)) await client.invalidateQueries({ queryKey: keys.definitions })
    },
  })
  const failure = hasChanged(trust.error) ? (
    <Notice
      tone="warn"
      title={t('The file has changed since you trusted it. Its current text is below: review it again.')}
    />
  ) : trust.error ? (
    <ErrorNotice error={trust.error} />
  ) : null
  // A file with mistakes does nothing either way; those come first.
  if (origin === 'built-in' || trusted || problems.length > 0) return failure
  return (
    <Notice
      tone="warn"
      title={t('This {one} was not written here and is inactive.', { one: wordsFor(kind).one })}
    >
      <p>{t('Read it first: models follow trusted text as they follow you, also after you edit it.')}</p>
      <div className="notice-actions">
        <Button
          small
          disabled={trust.isPending || isChanged}
          aria-describedby={isChanged ? reasonId : undefined}
          onClick={() => trust.mutate(true)}
        >
          {t('Trust this text')}
        </Button>
      </div>
      {isChanged ? (
        <p id={reasonId}>
          {t(
            'The text below differs from the file. Revert it to see and trust the file, or save it as your own.',
          )}
        </p>
      ) : null}
      {failure}
    </Notice>
  )
}

function hasChanged(error: unknown): boolean {
  return error instanceof WebError && error.serverCode === 'file-changed'
}

/** The chats of a project, those used last first, and the way to a new one. */
function ProjectChats({ project }: { readonly project: DefinitionTextView }) {
  const { newChat } = useWorkbench()
  const { chats, error, refetch, hasNextPage, more } = useChats('current', project.id)
  const begin = useNewChatIn(project)
  const now = useNow(MINUTE)
  // One that waits for its first message is not in any list yet.
  const listed = chats?.filter(({ id }) => id !== newChat.id)
  return (
    <section className="project-chats" aria-labelledby="project-chats">
      <div className="project-chats-head">
        <h3 id="project-chats" className="grow">
          {t('Chats')}
        </h3>
        <Button small disabled={begin === undefined} title={whyUnusable(project)} onClick={begin}>
          {t('New chat in this project')}
        </Button>
      </div>
      {error ? <PartError error={error} onRetry={() => void refetch()} /> : null}
      {listed?.length === 0 ? <p className="faint">{t('No chats yet.')}</p> : null}
      <ul>
        {listed?.map((chat) => (
          <li key={chat.id}>
            <a className="definition-row" href={chatHref(chat.id)}>
              <span className="grow cut">{titleOf(chat)}</span>
              <time className="definition-origin" dateTime={chat.updatedAt}>
                {formatChanged(Date.parse(chat.updatedAt), new Date(now))}
              </time>
            </a>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button small look="bare" onClick={more}>
          {t('More')}
        </Button>
      ) : null}
    </section>
  )
}

/** Undefined while it does nothing, for then its chats would have nothing of it, and while one is being made. */
function useNewChatIn(definition: DefinitionTextView): (() => void) | undefined {
  const { newChat, openChat, dispatch, sayError } = useWorkbench()
  const { save } = useSaveSettings()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    const here = location.hash
    const claimed = newChat.claim()
    try {
      const { kind, id } = definition
      const request = kind === 'project' ? { project: id } : { agent: id, runner: null, mode: null }
      await save({ place: `${NEW_CHAT} ${newChat.count}`, chat: claimed, request })
      // The user has started another chat or moved on: leave them there.
      if (!newChat.isAtHand(await claimed) || location.hash !== here) return
      // Its models come before the one that was used last.
      dispatch({ kind: 'models', chat: NEW_CHAT, ids: [] })
      openChat(undefined)
    } catch (error) {
      sayError(t('Couldn’t start a chat.'), error)
    } finally {
      setBusy(false)
    }
  }
  return busy || whyUnusable(definition) !== undefined ? undefined : () => void begin()
}

/** Whether it is inactive, and why, or came with the product. */
export function StateTag({ definition }: { readonly definition: DefinitionView }) {
  const state = stateOf(definition)
  switch (state) {
    case 'mistake':
      return <span className="tag danger">{t('Mistake')}</span>
    case 'not-trusted':
      return <span className="tag warn">{t('Not trusted')}</span>
    case 'changed':
      return <span className="tag">{t('Changed since')}</span>
    case undefined:
      return definition.origin === 'built-in' ? (
        <span className="definition-origin">{t('built-in')}</span>
      ) : null
    default:
      return state satisfies never
  }
}
