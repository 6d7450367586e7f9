import { useWorkspace } from '../api/workspace-queries.ts'
import { Icon } from '../parts/icon.tsx'

/** Nothing is open yet. */
export function NoFile({ isEmpty }: { readonly isEmpty: boolean }) {
  const { data } = useWorkspace()
  const empty =
    data?.kind === 'database'
      ? 'Files that you add show here.'
      : 'Put notes, PDFs, pictures or code into the folder, and they show here.'
  return (
    <div className="file-panel no-file">
      {data?.unavailable === undefined ? (
        <>
          <Icon name="note" size={20} />
          <p>{isEmpty ? empty : 'Choose a file to read it. An open note goes along with what you ask.'}</p>
        </>
      ) : (
        <p>The files of this workspace cannot be read now. Its chats can.</p>
      )}
    </div>
  )
}
