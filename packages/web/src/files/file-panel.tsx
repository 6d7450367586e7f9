import type { FileContentView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useContext, useEffect, useMemo, useRef } from 'react'
import { useFileContent } from '../api/file-queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { type NoteLinks, NoteLinksContext } from '../markdown/note-links.ts'
import { splitFrontMatter } from '../view-model/files/split-front-matter.ts'
import { useActions } from '../workbench/actions.ts'
import type { Spot } from '../workbench/place.ts'
import { FilesError } from '../workspaces/workspace-unavailable.tsx'
import { AskSelection } from './ask-selection.tsx'
import { FileAside } from './file-aside.tsx'
import { FileBody } from './file-body.tsx'
import { FileHead } from './file-head.tsx'
import { spotLine } from './spot-line.ts'
import { takeTitle } from './take-title.ts'
import { targetsIn } from './targets-in.ts'
import './file-panel.css'

interface FilePanelProps {
  readonly path: string
  readonly spot: Spot | undefined
}

/** The open file: what it says, and beside it what it belongs to. It becomes the active note. */
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
      {!file && !error ? <p className="file-column file-wait">Reading {path}…</p> : null}
      {file && !error ? <Content file={file} spot={spot} /> : null}
    </div>
  )
}

/** Who followed a link that is gone with its note goes on reading here. A page that was only loaded has no focus to lose. */
function useLostFocus(): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body && navigator.userActivation.hasBeenActive)
      panel.current?.focus({ preventScroll: true })
  }, [])
  return panel
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

/**
 * Links lead where the server says that they do; where it does not know yet, as while files are still
 * read, to a file of that name. Tags are searched for.
 */
function useNoteLinks(file: FileContentView): NoteLinks {
  const { openFile, dispatch } = useActions()
  const client = useQueryClient()
  const byName = useContext(NoteLinksContext)
  return useMemo(() => {
    const targets = targetsIn(file)
    return {
      find: (target) => (target === '' ? file.path : (targets.get(target) ?? byName?.find(target))),
      hasHeading: (path, heading) => {
        // Of another note it is known once that was read, too.
        const known = path === file.path ? file : client.getQueryData<FileContentView>(keys.content(path))
        if (!known?.headings || heading.startsWith('^')) return undefined
        return spotLine({ kind: 'heading', heading }, known.headings) !== undefined
      },
      open: (path, heading) =>
        openFile(path, heading === undefined ? undefined : { kind: 'heading', heading }),
      searchTag: (tag) => dispatch({ kind: 'dialog', dialog: { kind: 'search', query: `#${tag}` } }),
      picture: routes.picture,
      whyIdle: (query) => file.idleQueries?.find((each) => each.query === query)?.reason,
    }
  }, [file, byName, client, openFile, dispatch])
}

/** Once for each file that is opened: who takes the note out of the chat does not get it back unasked. */
function useActiveNote(path: string | undefined): void {
  const { dispatch } = useActions()
  useEffect(() => {
    if (path !== undefined) dispatch({ kind: 'active-note', path })
  }, [path, dispatch])
}
