import './shell.css'
import '../thread/chat-view.css'
import '../workspaces/index-problems-dialog.css'
import './chat-bar.css'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import type { FileView } from '@varve/contract'
import { useChat, useFiles, useIndex, useWorkspace } from '../api/queries.ts'
import { basePath, parseWorkspacePath, rememberWorkspace } from '../api/address.ts'
import { isNoWorkspace, isSignedOut } from '../parts/web-error.ts'
import { SignIn } from './sign-in.tsx'
import { useOtherTabs } from '../api/tabs.ts'
import { UploadsContext, useNewUploads } from '../composer/use-intake.ts'
import { PassagesDialog } from '../composer/passages-dialog.tsx'
import { GuardDialog } from '../guard/guard-dialog.tsx'
import { isNoteDialog } from '../workbench/workbench-state.ts'
import { Dialog } from '../parts/dialog.tsx'
import { KeysList } from '../settings/keys-list.tsx'
import { ChatTagsDialog, ExportChatDialog } from '../thread/chat-menu.tsx'
import { ChatView } from '../thread/chat-view.tsx'
import { SaveAnswerDialog } from '../thread/save-answer-dialog.tsx'
import { AnotherModelDialog } from '../models/model-picker.tsx'
import type { Place } from '../workbench/place.ts'
import { titleOf } from '../workbench/use-chat-actions.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NewWorkspaceDialog, RemoveWorkspaceDialog } from '../workspaces/workspace-menu.tsx'
import { useFollowIndex } from '../workspaces/use-follow-index.ts'
import {
  ConnectDialog,
  DefinitionsView,
  FilesView,
  GuardView,
  Inspector,
  loadLaterParts,
  LocalModelNews,
  NoteDialogs,
  NotePreview,
  OpenFolderDialog,
  ProviderKeysDialog,
  SearchDialog,
  SettingsView,
  TourDialog,
  UsageView,
} from './later-parts.tsx'
import { SkipLink } from './skip-link.tsx'
import { ImportChats } from './import-chats.tsx'
import { Rail } from './rail.tsx'
import { Sidebar } from './sidebar.tsx'
import { ToastLine } from '../workbench/toast-line.tsx'
import { useShortcuts } from '../workbench/use-shortcuts.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { FileName } from '../parts/file-name.tsx'
import { problemWords, splitPath } from '../view-model/files/file-names.ts'
import { ServerTrouble } from '../workbench/part-error.tsx'
import { type NoteLinks, NoteLinksContext } from '../markdown/note-link.tsx'
import { useActions } from '../workbench/actions.ts'
import { t } from '../i18n/t.ts'

/** The workspace that the address names, or that there is none. */
export function Shell() {
  const { data, error } = useWorkspace()
  const id = data?.id
  useEffect(() => {
    if (id !== undefined) rememberWorkspace(parseWorkspacePath(location.pathname) ?? id)
  }, [id])
  if (!data && isSignedOut(error)) return <SignIn />
  return !data && isNoWorkspace(error) ? <NoWorkspace error={error} /> : <WorkspaceShell />
}

/** Sidebar, conversation or files, and inspector, as many beside each other as the window allows. */
function WorkspaceShell() {
  const { layout, place, toggleSidebar, openDialog } = useWorkbench()
  useTitle()
  const uploads = useNewUploads()
  useFollowIndex()
  useOtherTabs()
  useKeepPage()
  useLaterParts()
  useShortcuts({
    search: () => openDialog({ kind: 'search' }),
    toggleSidebar,
  })
  const side = layout.sidebar === 'full' ? <Sidebar /> : layout.sidebar === 'rail' ? <Rail /> : null
  return (
    <AnswerLinks>
      <SkipLink />
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

const STILL_MILLISECONDS = 1_000

/** Once the page is idle, so that the first view isn't delayed. */
function useLaterParts(): void {
  useEffect(() => {
    const timer = setTimeout(loadLaterParts, STILL_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [])
}

function Elsewhere({ place }: { readonly place: Exclude<Place, { kind: 'chat' }> }) {
  switch (place.kind) {
    case 'files':
      return <FilesView />
    case 'definitions':
      return <DefinitionsView open={place.open} />
    case 'usage':
      return <UsageView span={place.span} />
    case 'settings':
      return <SettingsView section={place.section} />
    case 'guard':
      return <GuardView />
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
        <aside className="inspector-docked" aria-label={t('What the model sees')}>
          <Inspector />
        </aside>
      ) : null}
      {open && layout.inspector !== 'docked' ? (
        <Dialog
          label={t('What the model sees')}
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
        <Dialog label={t('Chats')} place="drawer" onClose={close}>
          <Sidebar />
          {/* The one behind cannot be reached from here. */}
          <div className="drawer-said">
            <ToastLine />
          </div>
        </Dialog>
      ) : null}
      {state.dialog === 'connect' ? <ConnectDialog onClose={close} /> : null}
      {state.dialog === 'tour' ? <TourDialog onClose={close} /> : null}
      {state.dialog === 'keys' ? (
        <Dialog title={t('Shortcuts')} onClose={close}>
          {/* It scrolls on a phone, also by keys. */}
          <div className="dialog-body" role="region" aria-label={t('Shortcuts')} tabIndex={0}>
            <KeysList />
          </div>
        </Dialog>
      ) : null}
      {state.dialog === 'open-folder' ? <OpenFolderDialog onClose={close} /> : null}
      {state.dialog === 'new-workspace' ? <NewWorkspaceDialog onClose={close} /> : null}
      {state.dialog === 'index-problems' ? <IndexProblemsDialog onClose={close} /> : null}
      {typeof state.dialog === 'object' && state.dialog.kind === 'search' ? (
        <SearchDialog query={state.dialog.query ?? ''} onClose={close} />
      ) : null}
      {typeof state.dialog === 'object' && state.dialog.kind === 'provider-keys' ? (
        <ProviderKeysDialog opened={state.dialog} onClose={close} />
      ) : null}
      {typeof state.dialog === 'object' && state.dialog.kind === 'remove-workspace' ? (
        <RemoveWorkspaceDialog id={state.dialog.id} name={state.dialog.name} onClose={close} />
      ) : null}
      {typeof state.dialog === 'object' && isNoteDialog(state.dialog) ? (
        <NoteDialogs
          key={`${state.dialog.kind} ${state.dialog.path}`}
          dialog={state.dialog}
          onClose={close}
        />
      ) : null}
      {typeof state.dialog === 'object' && state.dialog.kind === 'chat-tags' ? (
        <ChatTagsDialog chat={state.dialog.chat} onClose={close} />
      ) : null}
      {typeof state.dialog === 'object' && state.dialog.kind === 'chat-export' ? (
        <ExportChatDialog chat={state.dialog.chat} title={titleOf(state.dialog.chat)} onClose={close} />
      ) : null}
      {typeof state.dialog === 'object' && state.dialog.kind === 'save-answer' ? (
        <SaveAnswerDialog answer={state.dialog.answer} how={state.dialog.how} onClose={close} />
      ) : null}
      {typeof state.dialog === 'object' && state.dialog.kind === 'another-model' ? (
        <AnotherModelDialog current={state.dialog.current} onPick={state.dialog.pick} onClose={close} />
      ) : null}
      <ImportChats />
      <GuardDialog />
      <PassagesDialog />
      <LocalModelNews />
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
      return place.path ?? t('Files')
    case 'definitions':
      return place.open?.id ?? t('Agents and skills')
    case 'usage':
      return t('Usage')
    case 'settings':
      return t('Settings')
    case 'guard':
      return t('Guard')
    case 'nowhere':
      return t('Nothing here')
    default:
      return place satisfies never
  }
}

function useTitle(): void {
  const { chatId, place } = useWorkbench()
  const { data: chat } = useChat(chatId)
  const { data: workspace } = useWorkspace()
  const title = elsewhere(place) ?? (chat?.title.trim() || workspace?.name)
  const isReady = useAnswerReady(chatId, chat?.answering ?? false)
  useEffect(() => {
    const words = title ? `${title} · Varve` : 'Varve'
    document.title = isReady ? t('● Answer ready: {words}', { words }) : words
    document
      .querySelector('link[rel="icon"]')
      ?.setAttribute('href', `${basePath()}/${isReady ? 'favicon-ready.svg' : 'favicon.svg'}`)
  }, [title, isReady])
}

/** How often a page in the background asks how its answer is: it follows none there. */
const ASK_MILLISECONDS = 3_000

/** An answer has ended while one looked at something else. */
function useAnswerReady(chatId: string | undefined, isAnswering: boolean): boolean {
  const client = useQueryClient()
  const isHidden = useSyncExternalStore(
    (onChange) => {
      document.addEventListener('visibilitychange', onChange)
      return () => document.removeEventListener('visibilitychange', onChange)
    },
    () => document.visibilityState === 'hidden',
  )
  const [waited, setWaited] = useState<string>()
  if (!isHidden && waited !== undefined) setWaited(undefined)
  if (isHidden && isAnswering && chatId !== undefined && waited !== chatId) setWaited(chatId)
  useEffect(() => {
    if (!isHidden || !isAnswering || chatId === undefined) return undefined
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: keys.chat(chatId) }),
      ASK_MILLISECONDS,
    )
    return () => clearInterval(timer)
  }, [client, isHidden, isAnswering, chatId])
  return isHidden && waited !== undefined && waited === chatId && !isAnswering
}

/** In place of the whole page: without a workspace nothing of it works. */
function NoWorkspace({ error }: { readonly error: unknown }) {
  return (
    <main className="chat-view">
      <div className="chat-view-problem">
        <h1 className="visually-hidden">{t('No workspace')}</h1>
        <ErrorNotice error={error} level={2} />
        <Button
          look="main"
          onClick={() => {
            rememberWorkspace(undefined)
            location.assign(`${basePath()}/`)
          }}
        >
          {t('Open the first workspace')}
        </Button>
      </div>
    </main>
  )
}

/** A file that is dropped where nothing takes it must not replace the page. */
function useKeepPage(): void {
  useEffect(() => {
    addEventListener('dragover', keepPage)
    addEventListener('drop', keepPage)
    return () => {
      removeEventListener('dragover', keepPage)
      removeEventListener('drop', keepPage)
    }
  }, [])
}

function keepPage(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes(t('Files'))) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/** The files that could not be read, and why. */
function IndexProblemsDialog({ onClose }: { readonly onClose: () => void }) {
  const problems = useIndex()?.problems ?? []
  const title = problemWords(problems.length) ?? t('All files could be read')
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="dialog-body">
        <p className="faint">
          {t('Files that can’t be read stay where they are; search doesn’t cover them.')}
        </p>
        <ul className="index-problem-list">
          {problems.map(({ path, reason }) => (
            <li key={path}>
              <FileName path={path} />
              <span className="faint">{reason}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/** The address names nothing that this page has. */
function NoPlace() {
  const { startChat, layout, openDialog } = useWorkbench()
  useShortcuts({ newChat: startChat })
  return (
    <main className="chat-view">
      <header className="chat-bar">
        {layout.sidebar === 'drawer' ? (
          <IconButton icon="menu" label={t('Chats')} onClick={() => openDialog('chats')} />
        ) : null}
        <h1 className="grow cut">{t('Nothing here')}</h1>
      </header>
      <div className="chat-view-problem">
        <Notice title={t('There is nothing at this address.')} tone="warn" level={2}>
          <p>{t('It may be mistyped. Your chats and files are where they were.')}</p>
        </Notice>
        <Button onClick={startChat}>{t('New chat')}</Button>
        <ServerTrouble />
      </div>
    </main>
  )
}

/** In answers and previews a `[[link]]` opens a preview of the note that it means, over what one reads. */
function AnswerLinks({ children }: { readonly children: ReactNode }) {
  const { openPreview } = useActions()
  const { data: files } = useFiles()
  const links = useMemo<NoteLinks>(
    () => ({ find: createFindNote(files ?? []), open: (path) => openPreview({ path }) }),
    [files, openPreview],
  )
  return <NoteLinksContext value={links}>{children}</NoteLinksContext>
}

/** Finds the file that a `[[target]]` in an answer means; undefined where there is none. */
type FindNote = (target: string) => string | undefined

/**
 * By its path or the end of its path, with or without `.md`, whatever the case; of several the shortest path.
 * The server decides for links in notes; this is for text that no file holds, such as an answer.
 */
export function createFindNote(files: readonly FileView[]): FindNote {
  let byName: ReadonlyMap<string, readonly string[]> | undefined
  return (target) => {
    byName ??= groupByName(files)
    const wanted = fold(target.replace(/^(?:\.{0,2}\/)+/, ''))
    return byName.get(splitPath(wanted).name)?.find((path) => `/${fold(path)}`.endsWith(`/${wanted}`))
  }
}

function groupByName(files: readonly FileView[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const { path } of files) {
    const name = fold(splitPath(path).name)
    const group = groups.get(name)
    if (group) group.push(path)
    else groups.set(name, [path])
  }
  for (const group of groups.values()) group.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return groups
}

function fold(path: string): string {
  return path.toLowerCase().replace(/\.(?:md|markdown)$/, '')
}
