import type { ChatView } from '@varve/server/types'
import { useState } from 'react'
import { IconButton } from '../parts/icon-button.tsx'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ChatMenu } from './chat-menu.tsx'
import { ChatTitleField } from './chat-title-field.tsx'
import { useChatActions } from './use-chat-actions.ts'
import './chat-bar.css'

interface ChatBarProps {
  readonly chat: ChatView | undefined
  readonly title: string
  /** Who answers; shown where the window is too narrow to say it elsewhere. */
  readonly subtitle: string
}

/** The title of the chat and what can be done with it as a whole. */
export function ChatBar({ chat, title, subtitle }: ChatBarProps) {
  const { layout, dispatch, inspectorOpen: open, setInspector } = useWorkbench()
  const { rename } = useChatActions()
  const [renaming, setRenaming] = useState<string>()
  return (
    <header className="chat-bar">
      {layout.sidebar === 'drawer' ? (
        <IconButton icon="menu" label="Chats" onClick={() => dispatch({ kind: 'dialog', dialog: 'chats' })} />
      ) : null}
      <div className="grow">
        {chat && renaming === chat.id ? (
          <ChatTitleField
            title={title}
            onRename={(next) => rename(chat, next)}
            onDone={() => setRenaming(undefined)}
          />
        ) : (
          <h1 className="cut" dir="auto">
            {title}
          </h1>
        )}
        {layout.sidebar === 'drawer' ? <p className="chat-bar-subtitle cut">{subtitle}</p> : null}
      </div>
      {chat ? (
        <ChatMenu
          chat={chat}
          label="More about this chat"
          buttonClass="icon-button more"
          size={16}
          onRename={() => setRenaming(chat.id)}
        />
      ) : null}
      <IconButton
        icon={layout.inspector === 'sheet' ? 'layers' : 'panel'}
        label={
          layout.inspector === 'docked' && open ? 'Close the inspector' : 'Inspector: what the model sees'
        }
        aria-expanded={open}
        onClick={() => setInspector({ open: !open })}
      />
    </header>
  )
}
