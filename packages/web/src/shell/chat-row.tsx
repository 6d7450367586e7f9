import type { ChatSummaryView } from '@varve/contract'
import { type ReactNode, useRef, useState } from 'react'
import { Button, IconButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { chatHref } from '../workbench/place.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ChatMenu } from '../thread/chat-menu.tsx'
import { ChatTitleField } from '../thread/chat-bar.tsx'
import { titleOf, useChatActions } from '../workbench/use-chat-actions.ts'
import { t } from '../i18n/t.ts'

interface ChatRowProps {
  readonly chat: ChatSummaryView
  readonly current: boolean
  /** Instead of going straight to it. */
  readonly onOpen?: () => void
  /** Instead of the plain title, e.g. with marks. */
  readonly children?: ReactNode
}

/** A chat in the list: the way to it, and behind three dots what can be done with it. F2 renames, Delete trashes. */
export function ChatRowView({ chat, current, onOpen, children }: ChatRowProps) {
  const { openChat } = useWorkbench()
  const { rename, trash } = useChatActions()
  const [renaming, setRenaming] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const title = titleOf(chat)
  if (renaming)
    return (
      <ChatTitleField
        title={title}
        onRename={(next) => rename(chat, next)}
        onDone={(how) => {
          setRenaming(false)
          if (how === 'kept') requestAnimationFrame(() => link.current?.focus())
        }}
      />
    )
  const { tags = [], project } = chat
  return (
    <>
      <a
        ref={link}
        className="chat-link"
        href={chatHref(chat.id)}
        title={[
          title,
          ...(project === undefined ? [] : [t('in {project}', { project })]),
          ...tags.map((tag) => `#${tag}`),
        ].join(' ')}
        aria-current={current ? 'page' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          if (onOpen) onOpen()
          else openChat(chat.id)
        }}
        onKeyDown={(event) => {
          if (event.key === 'F2') setRenaming(true)
          else if (event.key === 'Delete') trash(chat)
          else return
          event.preventDefault()
        }}
      >
        {children ?? (
          <span className="grow cut" dir="auto">
            {title}
          </span>
        )}
        {children === undefined && project !== undefined ? (
          <span className="chat-tag chat-project">
            <Icon name="folder" size={14} />
            <span className="visually-hidden">{t(', project')} </span>
            <span className="cut">{project}</span>
          </span>
        ) : children === undefined && tags[0] !== undefined ? (
          <span className="chat-tag cut">#{tags[0]}</span>
        ) : null}
        {chat.answering ? <span className="dot pulse" role="img" aria-label="answering" /> : null}
      </a>
      <ChatMenu
        chat={chat}
        label={t('More about “{title}”', { title })}
        buttonClass="icon-button small more chat-row-more"
        size={14}
        onRename={() => setRenaming(true)}
      />
    </>
  )
}

/** One that is in the trash cannot be opened, only taken out. */
export function TrashedRow({ chat }: { readonly chat: ChatSummaryView }) {
  const { restore, erase } = useChatActions()
  const [asked, setAsked] = useState(false)
  const title = titleOf(chat)
  if (asked)
    return (
      <span className="chat-erase" role="group" aria-label={t('Delete “{title}” for good?', { title })}>
        <Button small look="danger" autoFocus onClick={() => erase(chat)}>
          {t('Delete for good')}
        </Button>
        <Button small look="bare" onClick={() => setAsked(false)}>
          {t('Keep')}
        </Button>
      </span>
    )
  return (
    <>
      <span className="chat-link trashed" title={title}>
        <span className="grow cut" dir="auto">
          {title}
        </span>
      </span>
      <IconButton
        small
        icon="restore"
        label={t('Restore “{title}”', { title })}
        onClick={() => restore(chat.id)}
      />
      <IconButton
        small
        icon="trash"
        label={t('Delete “{title}” for good', { title })}
        onClick={() => setAsked(true)}
      />
    </>
  )
}
