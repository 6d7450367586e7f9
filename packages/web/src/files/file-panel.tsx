import './file-panel.css'
import type { FileContentView } from '@varve/contract'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useFileContent, useRelated, useVersions } from '../api/queries.ts'
import { NoteLinksContext } from '../markdown/note-link.tsx'
import { splitFrontMatter } from '../view-model/files/note-text.ts'
import { useActions } from '../workbench/actions.ts'
import { filesHref, type Spot } from '../workbench/place.ts'
import { FilesError } from '../workspaces/workspace-menu.tsx'
import { AskSelection } from './ask-selection.tsx'
import { FileBody, takeTitle } from './file-body.tsx'
import { useNoteLinks } from './note-embed.tsx'
import { useNow } from '../parts/hooks.ts'
import { formatBytes, formatChanged, formatTokens, shortHash } from '../view-model/text/format.ts'
import { FileIcon, SplitName } from '../parts/file-name.tsx'
import { splitPath } from '../view-model/files/file-names.ts'
import { NoteEditor } from './note-editor.tsx'
import { FileVersions } from './file-versions.tsx'
import { t } from '../i18n/t.ts'

/** More headings than this are no overview, and take long to draw. */
const LONGEST_OUTLINE = 200

const SHOWN = 50

const MINUTE = 60_000

interface FilePanelProps {
  readonly path: string
  readonly spot: Spot | undefined
}

/** The open file: its content, and its relations next to it. It becomes the active note. */
export function FilePanel({ path, spot }: FilePanelProps) {
  const { data: file, error, refetch } = useFileContent(path, true)
  useActiveNote(file?.path)
  const panel = useLostFocus()
  return (
    // A long note is read with the keys as well, so that this takes the focus.
    <div ref={panel} className="file-panel" tabIndex={0} role="region" aria-label={path}>
      {error ? (
        <div className="file-column">
          <h2 className="visually-hidden">{path}</h2>
          <FilesError error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {!file && !error ? <p className="file-column file-wait">{t('Reading {path}…', { path })}</p> : null}
      {!file || error ? null : spot?.kind === 'edit' && file.kind === 'note' ? (
        <EditedNote file={file} />
      ) : (
        <Content file={file} spot={spot} />
      )}
    </div>
  )
}

/**
 * Focus moves to the note when the focused link disappears with its own. A freshly loaded page has no focus
 * to lose.
 */
function useLostFocus(): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body && navigator.userActivation.hasBeenActive)
      panel.current?.focus({ preventScroll: true })
  }, [])
  return panel
}

function EditedNote({ file }: { readonly file: FileContentView }) {
  return (
    <NoteLinksContext value={useNoteLinks(file)}>
      <NoteEditor file={file} />
    </NoteLinksContext>
  )
}

function Content({ file, spot }: { readonly file: FileContentView; readonly spot: Spot | undefined }) {
  const links = useNoteLinks(file)
  const article = useRef<HTMLElement>(null)
  const { kind, content } = file
  const note = useMemo(
    () => (kind === 'note' ? takeTitle(splitFrontMatter(content), file.title) : undefined),
    [kind, content, file.title],
  )
  const title = note?.title ?? file.title
  return (
    <NoteLinksContext value={links}>
      <article ref={article} className="file-column" aria-label={title}>
        <FileHead file={file} title={title} />
        <FileBody file={file} note={note} spot={spot} />
      </article>
      <AskSelection file={file} root={article} />
      <FileAside file={file} />
    </NoteLinksContext>
  )
}

/** Once for each file that is opened: the next message is offered it. */
function useActiveNote(path: string | undefined): void {
  const { dispatch } = useActions()
  useEffect(() => {
    if (path !== undefined) dispatch({ kind: 'open-note', path })
  }, [path, dispatch])
}

/** The title of a file, and when it changed. */
function FileHead({ file, title }: { readonly file: FileContentView; readonly title: string }) {
  const now = useNow(MINUTE)
  const { modified, bytes, contentHash } = file
  return (
    <header className="file-head">
      <h2>{title}</h2>
      <p>
        {t('Changed')}{' '}
        <time dateTime={new Date(modified).toISOString()}>{formatChanged(modified, new Date(now))}</time>
        {t(', {size}, hash', { size: formatBytes(bytes) })}{' '}
        <span className="mono">{shortHash(contentHash)}</span>
      </p>
    </header>
  )
}

/** What a file belongs to: its headings, the notes that link to it, notes like it; and what it was before. */
function FileAside({ file }: { readonly file: FileContentView }) {
  const { path, headings = [], incoming = [] } = file
  const { data: related = [] } = useRelated(path, file.kind === 'note')
  const { data: versions = [] } = useVersions(path)
  const count = Math.max(0, headings.length - 1) + incoming.length + related.length + versions.length
  if (count === 0) return null
  return (
    <aside className="file-aside" aria-label={t('About this file')}>
      {headings.length > 1 ? <Outline path={path} headings={headings} /> : null}
      {incoming.length > 0 ? <FileLinks title={t('Linked from')} paths={incoming} /> : null}
      {related.length > 0 ? (
        <FileLinks title={t('Related')} paths={[...new Set(related.map((hit) => hit.path))]} />
      ) : null}
      <FileVersions path={path} name={splitPath(path).name} heading="h2" />
    </aside>
  )
}

interface OutlineProps {
  readonly path: string
  readonly headings: NonNullable<FileContentView['headings']>
}

function Outline({ path, headings }: OutlineProps) {
  const { openFile } = useActions()
  const shown = headings.slice(0, LONGEST_OUTLINE)
  const top = Math.min(...shown.map(({ level }) => level))
  const more = headings.length - shown.length
  return (
    <section className="file-outline">
      <h2>{t('In this note')}</h2>
      <ul>
        {shown.map(({ level, text, line }) => (
          <li key={line}>
            <a
              href={filesHref(path, { kind: 'line', line })}
              data-level={Math.min(level - top, 3)}
              className="cut"
              title={plainHeading(text)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                openFile(path, { kind: 'line', line })
              }}
            >
              {plainHeading(text)}
            </a>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="faint">{t('and {more} more', { more: formatTokens(more) })}</p> : null}
    </section>
  )
}

function FileLinks({ title, paths }: { readonly title: string; readonly paths: readonly string[] }) {
  return (
    <section>
      <h2>
        {title} <span className="figures">{paths.length}</span>
      </h2>
      <ul className="file-links">
        {paths.slice(0, SHOWN).map((path) => (
          <li key={path}>
            <a href={filesHref(path)} title={path}>
              <FileIcon kind="note" />
              <SplitName name={splitPath(path).name} />
              <span className="cut faint">{splitPath(path).folder}</span>
            </a>
          </li>
        ))}
      </ul>
      {paths.length > SHOWN ? (
        <p className="faint">{t('{number} more', { number: paths.length - SHOWN })}</p>
      ) : null}
    </section>
  )
}

/** The words of a heading, without its links and marks. */
export function plainHeading(text: string): string {
  return text
    .replaceAll(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)/g, '$1')
    .replaceAll(/\*\*|__|`|~~/g, '')
    .trim()
}
