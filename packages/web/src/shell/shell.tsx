import { useEffect } from 'react'
import { useChat, useWorkspace } from '../api/queries.ts'
import { Inspector } from '../inspector/inspector.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ProviderKeysDialog } from '../models/provider-keys-dialog.tsx'
import { NotePreview } from '../preview/note-preview.tsx'
import { ChatView } from '../thread/chat-view.tsx'
import { useWorkbench } from '../workbench/workbench.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { Rail } from './rail.tsx'
import { Sidebar } from './sidebar.tsx'
import './shell.css'

/** Sidebar, conversation and inspector, as many beside each other as the window allows. */
export function Shell() {
  const { layout, inspectorOpen: open, setInspector } = useWorkbench()
  useTitle()
  return (
    <div
      className="shell"
      data-sidebar={layout.sidebar}
      data-inspector={open && layout.inspector === 'docked' ? true : undefined}
    >
      {layout.sidebar === 'full' ? <Sidebar /> : layout.sidebar === 'rail' ? <Rail /> : null}
      <ChatView />
      {open && layout.inspector === 'docked' ? (
        <aside className="inspector-docked" aria-label="What the model sees">
          <Inspector />
        </aside>
      ) : null}
      {open && layout.inspector !== 'docked' ? (
        <Dialog
          label="What the model sees"
          place={layout.inspector}
          onClose={() => setInspector({ open: false })}
        >
          <Inspector />
        </Dialog>
      ) : null}
      <Overlays />
    </div>
  )
}

function Overlays() {
  const { state, layout, dispatch } = useWorkbench()
  const close = () => dispatch({ kind: 'dialog', dialog: undefined })
  return (
    <>
      {state.dialog === 'chats' && layout.sidebar !== 'full' ? (
        <Dialog label="Chats" place="drawer" onClose={close}>
          <Sidebar />
        </Dialog>
      ) : null}
      {state.dialog === 'keys' ? <KeysDialog onClose={close} /> : null}
      {typeof state.dialog === 'object' && state.dialog.kind === 'provider-keys' ? (
        <ProviderKeysDialog opened={state.dialog} onClose={close} />
      ) : null}
      {state.preview ? (
        <NotePreview
          key={JSON.stringify(state.preview)}
          preview={state.preview}
          onClose={() => dispatch({ kind: 'preview', preview: undefined })}
        />
      ) : null}
    </>
  )
}

function useTitle(): void {
  const { chatId } = useWorkbench()
  const { data: chat } = useChat(chatId)
  const { data: workspace } = useWorkspace()
  const title = chat?.title.trim() || workspace?.name
  useEffect(() => {
    document.title = title ? `${title} · Varve` : 'Varve'
  }, [title])
}
