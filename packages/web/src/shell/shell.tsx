import { type ReactNode, useEffect } from 'react'
import { useChat } from '../api/chat-queries.ts'
import { isNoWorkspace } from '../api/web-error.ts'
import { useWorkspace } from '../api/workspace-queries.ts'
import { useOtherTabs } from '../api/tabs.ts'
import { UploadsContext, useNewUploads } from '../composer/use-uploads.ts'
import { DefinitionsView } from '../definitions/definitions-view.tsx'
import { FilesView } from '../files/files-view.tsx'
import { GuardDialog } from '../guard/guard-dialog.tsx'
import { Inspector } from '../inspector/inspector.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ProviderKeysDialog } from '../models/provider-keys-dialog.tsx'
import { AnswerLinks } from '../preview/answer-links.tsx'
import { NotePreview } from '../preview/note-preview.tsx'
import { SearchDialog } from '../search/search-dialog.tsx'
import { ChatView } from '../thread/chat-view.tsx'
import { UsageView } from '../usage/usage-view.tsx'
import type { Place } from '../workbench/place.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { IndexProblemsDialog } from '../workspaces/index-problems-dialog.tsx'
import { NewWorkspaceDialog } from '../workspaces/new-workspace-dialog.tsx'
import { OpenFolderDialog } from '../workspaces/open-folder-dialog.tsx'
import { RemoveWorkspaceDialog } from '../workspaces/remove-workspace-dialog.tsx'
import { WorkspaceSettingsDialog } from '../workspaces/workspace-settings-dialog.tsx'
import { useFollowIndex } from '../workspaces/use-follow-index.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { NoPlace } from './no-place.tsx'
import { NoWorkspace } from './no-workspace.tsx'
import { Rail } from './rail.tsx'
import { Sidebar } from './sidebar.tsx'
import { ToastLine } from './toast-line.tsx'
import { useKeepPage } from './use-keep-page.ts'
import { useShortcuts } from './use-shortcuts.ts'
import './shell.css'

/** The workspace that the address names, or that there is none. */
export function Shell() {
  const { data, error } = useWorkspace()
  return !data && isNoWorkspace(error) ? <NoWorkspace error={error} /> : <WorkspaceShell />
}

/** Sidebar, conversation or files, and inspector, as many beside each other as the window allows. */
function WorkspaceShell() {
  const { layout, place, dispatch, toggleSidebar } = useWorkbench()
  useTitle()
  const uploads = useNewUploads()
  useFollowIndex()
  useOtherTabs()
  useKeepPage()
  useShortcuts({
    search: () => dispatch({ kind: 'dialog', dialog: { kind: 'search' } }),
    toggleSidebar,
  })
  const side = layout.sidebar === 'full' ? <Sidebar /> : layout.sidebar === 'rail' ? <Rail /> : null
  return (
    <AnswerLinks>
      <UploadsContext value={uploads}>
        {place.kind === 'chat' ? (
          <Conversation side={side} />
        ) : (
          <div className="shell" data-sidebar={layout.sidebar}>
            {side}
            <Elsewhere place={place} />
          </div>
        )}
      </UploadsContext>
      <Overlays />
    </AnswerLinks>
  )
}

function Elsewhere({ place }: { readonly place: Exclude<Place, { kind: 'chat' }> }) {
  switch (place.kind) {
    case 'files':
      return <FilesView />
    case 'definitions':
      return <DefinitionsView open={place.open} />
    case 'usage':
      return <UsageView span={place.span} />
    case 'nowhere':
      return <NoPlace />
    default:
      return place satisfies never
  }
}

function Conversation({ side }: { readonly side: ReactNode }) {
  const { layout, inspectorOpen: open, setInspector } = useWorkbench()
  return (
    <div
      className="shell"
      data-sidebar={layout.sidebar}
      data-inspector={open && layout.inspector === 'docked' ? true : undefined}
    >
      {side}
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
          {/* The one behind cannot be reached from here. */}
          <div className="drawer-said">
            <ToastLine />
          </div>
        </Dialog>
      ) : null}
      {state.dialog === 'keys' ? <KeysDialog onClose={close} /> : null}
      {state.dialog === 'open-folder' ? <OpenFolderDialog onClose={close} /> : null}
      {state.dialog === 'new-workspace' ? <NewWorkspaceDialog onClose={close} /> : null}
      {state.dialog === 'index-problems' ? <IndexProblemsDialog onClose={close} /> : null}
      {state.dialog === 'workspace-settings' || state.dialog === 'guard-settings' ? (
        <WorkspaceSettingsDialog atGuard={state.dialog === 'guard-settings'} onClose={close} />
      ) : null}
      {typeof state.dialog === 'object' && state.dialog.kind === 'search' ? (
        <SearchDialog query={state.dialog.query ?? ''} onClose={close} />
      ) : null}
      {typeof state.dialog === 'object' && state.dialog.kind === 'provider-keys' ? (
        <ProviderKeysDialog opened={state.dialog} onClose={close} />
      ) : null}
      {typeof state.dialog === 'object' && state.dialog.kind === 'remove-workspace' ? (
        <RemoveWorkspaceDialog id={state.dialog.id} name={state.dialog.name} onClose={close} />
      ) : null}
      <GuardDialog />
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

function elsewhere(place: Place): string | undefined {
  switch (place.kind) {
    case 'chat':
      return undefined
    case 'files':
      return place.path ?? 'Files'
    case 'definitions':
      return place.open?.id ?? 'Agents and skills'
    case 'usage':
      return 'Usage'
    case 'nowhere':
      return 'Nothing here'
    default:
      return place satisfies never
  }
}

function useTitle(): void {
  const { chatId, place } = useWorkbench()
  const { data: chat } = useChat(chatId)
  const { data: workspace } = useWorkspace()
  const title = elsewhere(place) ?? (chat?.title.trim() || workspace?.name)
  useEffect(() => {
    document.title = title ? `${title} · Varve` : 'Varve'
  }, [title])
}
