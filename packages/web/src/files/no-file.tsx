import { useWorkspace } from '../api/workspace-queries.ts'
import { Icon } from '../parts/icon.tsx'

/** Nothing is open yet. */
export function NoFile() {
  const { data } = useWorkspace()
  return (
    <div className="file-panel no-file">
      {data?.unavailable === undefined ? (
        <>
          <Icon name="note" size={20} />
          <p>Choose a file to read it. An open note goes along with what you ask.</p>
        </>
      ) : (
        <p>The files of this workspace cannot be read now. Its chats can.</p>
      )}
    </div>
  )
}
