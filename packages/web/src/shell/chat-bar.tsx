import type { ChatView } from '@varve/server/types'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { Popover } from '../parts/popover.tsx'
import { useWorkbench } from '../workbench/workbench.tsx'
import { DeleteChatDialog, RenameChatDialog } from './chat-dialogs.tsx'
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
  return (
    <header className="chat-bar">
      {layout.sidebar === 'drawer' ? (
        <IconButton icon="menu" label="Chats" onClick={() => dispatch({ kind: 'dialog', dialog: 'chats' })} />
      ) : null}
      <div className="grow">
        <h1 className="cut">{title}</h1>
        {layout.sidebar === 'drawer' ? <p className="chat-bar-subtitle cut">{subtitle}</p> : null}
      </div>
      {chat ? <ChatMenu chat={chat} /> : null}
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

function ChatMenu({ chat }: { readonly chat: ChatView }) {
  const [asking, setAsking] = useState<'rename' | 'delete'>()
  const close = () => setAsking(undefined)
  return (
    <>
      <Popover
        label="More about this chat"
        button={<Icon name="more" />}
        isSign
        buttonClass="icon-button more"
        align="end"
        side="below"
      >
        <button type="button" className="popover-item" onClick={() => setAsking('rename')}>
          <Icon name="edit" size={14} />
          Rename
        </button>
        <button type="button" className="popover-item danger" onClick={() => setAsking('delete')}>
          <Icon name="trash" size={14} />
          Delete
        </button>
      </Popover>
      {asking === 'rename' ? <RenameChatDialog chat={chat} onClose={close} /> : null}
      {asking === 'delete' ? <DeleteChatDialog chat={chat} onClose={close} /> : null}
    </>
  )
}
