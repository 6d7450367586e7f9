import './later-parts.css'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { preloadMarkdown } from '../markdown/lazy-markdown.tsx'
import { t } from '../i18n/t.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'

/*
 * Parts that the first screen doesn't need, loaded once the page is idle, so that a click finds them even
 * while the server is away.
 */
const loads: (() => Promise<unknown>)[] = [preloadMarkdown]

export const DefinitionsView = later(
  async () => (await import('../definitions/definitions-view.tsx')).DefinitionsView,
)
export const FilesView = later(async () => (await import('../files/files-view.tsx')).FilesView)
export const NoteDialogs = later(async () => (await import('../files/note-editor.tsx')).NoteDialogs)
export const UsageView = later(async () => (await import('../usage/usage-view.tsx')).UsageView)
export const SettingsView = later(async () => (await import('../settings/settings-view.tsx')).SettingsView)
export const GuardView = later(async () => (await import('../settings/settings-view.tsx')).GuardView)
export const Inspector = later(async () => (await import('../inspector/inspector.tsx')).Inspector)
export const SearchDialog = later(async () => (await import('../search/search-dialog.tsx')).SearchDialog)
export const NotePreview = later(async () => (await import('../preview/note-preview.tsx')).NotePreview)
export const ConnectDialog = later(async () => (await import('../models/connect-dialog.tsx')).ConnectDialog)
export const LocalModelNews = later(async () => (await import('../models/local-models.tsx')).LocalModelNews)
export const ProviderKeysDialog = later(
  async () => (await import('../models/provider-keys-dialog.tsx')).ProviderKeysDialog,
)
export const OpenFolderDialog = later(
  async () => (await import('../workspaces/open-folder-dialog.tsx')).OpenFolderDialog,
)
export const TourDialog = later(async () => (await import('./tour-dialog.tsx')).TourDialog)

/** One after the other, so that they don't get in the user's way. */
export async function loadLaterParts(): Promise<void> {
  // One that fails is loaded again when it is needed, and that is where it is said.
  for (const load of loads) await load().catch(() => undefined)
}

function later<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  let loaded: ComponentType<Props> | undefined
  const loading = async () =>
    (loaded ??= await load().catch((cause: unknown) => {
      throw new MissingPart('A part of the page couldn’t be loaded.', { cause })
    }))
  loads.push(loading)
  const Part: ComponentType<Props> = lazy(async () => ({ default: await loading() }))
  return function Later(props) {
    // A lazy part is shown after a pause even when it is there: keys that follow Ctrl K would be lost.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Part)
    return (
      <Boundary>
        <Suspense fallback={null}>
          <Shown {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

interface BoundaryState {
  readonly isMissing: boolean
}

/** A part that the server did not give: after an update its address is another one. */
class Boundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { isMissing: false }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    if (!(error instanceof MissingPart)) throw error
    return { isMissing: true }
  }

  override render(): ReactNode {
    if (!this.state.isMissing) return this.props.children
    return (
      <div className="later-missing">
        <Notice title={t('This part of the page couldn’t be loaded.')} tone="warn" level={2}>
          <p>{t('Your draft is kept. Check that Varve is running, then reload.')}</p>
        </Notice>
        <Button onClick={() => location.reload()}>{t('Reload')}</Button>
      </div>
    )
  }
}

/** Its script or its style: browsers have no code for either, and different words. */
class MissingPart extends Error {}
