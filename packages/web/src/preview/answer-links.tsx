import { type ReactNode, useMemo } from 'react'
import { useFiles } from '../api/file-queries.ts'
import { type NoteLinks, NoteLinksContext } from '../markdown/note-links.ts'
import { createFindNote } from '../view-model/files/find-note.ts'
import { useActions } from '../workbench/actions.ts'

/** In answers and previews a `[[link]]` opens a preview of the note that it means, over what one reads. */
export function AnswerLinks({ children }: { readonly children: ReactNode }) {
  const { openPreview } = useActions()
  const { data: files } = useFiles()
  const links = useMemo<NoteLinks>(
    () => ({ find: createFindNote(files ?? []), open: (path) => openPreview({ path }) }),
    [files, openPreview],
  )
  return <NoteLinksContext value={links}>{children}</NoteLinksContext>
}
