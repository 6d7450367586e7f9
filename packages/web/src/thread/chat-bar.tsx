import { noticeId } from '@varve/contract/tables/notices'
import { noticeWords, t } from '../i18n/t.ts'
import '../shell/chat-bar.css'
import './chat-file-notices.css'
import type { ChatView } from '@varve/contract'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../parts/button.tsx'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ChatMenu } from './chat-menu.tsx'
import { useChatActions } from '../workbench/use-chat-actions.ts'
import { Icon } from '../parts/icon.tsx'
import { useActions } from '../workbench/actions.ts'

interface ChatBarProps {
  readonly chat: ChatView | undefined
  readonly title: string
  /** The answering models; shown if the window is too narrow to show them elsewhere. */
  readonly subtitle: string
  /** Opens the list of questions, with words to find; absent while there is nothing to find. */
  readonly onFind?: (() => void) | undefined
}

/** The title of the chat and what can be done with it as a whole. */
export function ChatBar({ chat, title, subtitle, onFind }: ChatBarProps) {
  const { state, dispatch, layout, inspectorOpen: open, setInspector, openDialog } = useWorkbench()
  const { rename } = useChatActions()
  const [asked, setRenaming] = useState<string>()
  const byCommand =
    typeof state.dialog === 'object' && state.dialog.kind === 'chat-rename' ? state.dialog.chat.id : undefined
  const renaming = byCommand ?? asked
  const stopRenaming = () => {
    setRenaming(undefined)
    if (byCommand !== undefined) dispatch({ kind: 'dialog', dialog: undefined })
  }
  return (
    <header className="chat-bar">
      {layout.sidebar === 'drawer' ? (
        <IconButton icon="menu" label={t('Chats')} onClick={() => openDialog('chats')} />
      ) : null}
      <div className="grow">
        {chat && renaming === chat.id ? (
          <ChatTitleField title={title} onRename={(next) => rename(chat, next)} onDone={stopRenaming} />
        ) : (
          <h1 className="cut" dir="auto">
            {title}
          </h1>
        )}
        {layout.sidebar === 'drawer' ? <p className="chat-bar-subtitle cut">{subtitle}</p> : null}
      </div>
      {onFind ? <IconButton icon="search" label={t('Find in this chat')} onClick={onFind} /> : null}
      {chat ? (
        <ChatMenu
          chat={chat}
          label={t('More about this chat')}
          buttonClass="icon-button more"
          size={16}
          onRename={() => setRenaming(chat.id)}
        />
      ) : null}
      <IconButton
        icon={layout.inspector === 'sheet' ? 'layers' : 'panel'}
        label={
          layout.inspector === 'docked' && open
            ? t('Close the inspector')
            : t('Inspector: what the model sees')
        }
        aria-expanded={open}
        onClick={() => setInspector({ open: !open })}
      />
    </header>
  )
}

/** What is wrong with the file of this chat, right below its title. Nothing where all is well. */
export function ChatFileNotices({ chat }: { readonly chat: ChatView | undefined }) {
  const { openFile } = useActions()
  const { notices = [], file } = chat ?? {}
  return (
    // Always there: a screen reader hears only what changes inside a region it knows.
    <div role="status" aria-label={t('Notices about the file of this chat')}>
      {notices.length === 0 ? null : (
        <div className="chat-file-notices">
          <Icon name="warn" size={14} />
          <ul className="grow">
            {notices.map((notice) => (
              <li key={noticeId(notice)}>{noticeWords(notice)}</li>
            ))}
          </ul>
          {file === undefined ? null : (
            <button type="button" onClick={() => openFile(file)}>
              {t('Open its file')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

interface ChatTitleFieldProps {
  readonly title: string
  readonly onRename: (title: string) => void
  /** `kept`: by keys, so that the focus has to go back to where it was. */
  readonly onDone: (how: 'kept' | 'left') => void
}

/** The title of a chat as a text field. Enter and leaving the field save it, Esc cancels. */
export function ChatTitleField({ title, onRename, onDone }: ChatTitleFieldProps) {
  const [text, setText] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const finish = (takes: boolean, how: 'kept' | 'left') => {
    // A field that goes loses the focus as well.
    if (isDone.current) return
    isDone.current = true
    const next = text.trim()
    if (takes && next !== '' && next !== title) onRename(next)
    onDone(how)
  }
  return (
    <input
      ref={field}
      className="chat-title-field grow"
      aria-label={t('Title of the chat')}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true, 'left')}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        finish(event.key === 'Enter', 'kept')
      }}
    />
  )
}
