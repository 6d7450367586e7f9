import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { Notice } from '../parts/notice.tsx'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ServerTrouble } from './server-trouble.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import '../thread/chat-view.css'
import './chat-bar.css'

/** The address names nothing that this page has. */
export function NoPlace() {
  const { startChat, layout, dispatch } = useWorkbench()
  useShortcuts({ newChat: startChat })
  return (
    <main className="chat-view">
      <header className="chat-bar">
        {layout.sidebar === 'drawer' ? (
          <IconButton
            icon="menu"
            label="Chats"
            onClick={() => dispatch({ kind: 'dialog', dialog: 'chats' })}
          />
        ) : null}
        <h1 className="grow cut">Nothing here</h1>
      </header>
      <div className="chat-view-problem">
        <Notice title="There is nothing at this address." tone="warn" level={2}>
          <p>It may be mistyped. Your chats and files are where they were.</p>
        </Notice>
        <Button onClick={startChat}>New chat</Button>
        <ServerTrouble />
      </div>
    </main>
  )
}
