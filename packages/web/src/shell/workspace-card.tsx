import type { WorkspaceView } from '@varve/server/types'
import { useMemo } from 'react'
import { useFiles } from '../api/file-queries.ts'
import { useWorkspace } from '../api/workspace-queries.ts'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/popover.tsx'
import { transcriptTitle } from '../view-model/chats/chat-transcript.ts'
import { countOf } from '../view-model/text/describe-many.ts'
import { WorkspaceMenu } from '../workspaces/workspace-menu.tsx'

/** Which workspace is open, and how much is in it; the way to another one. */
export function WorkspaceCard() {
  const { data, isError } = useWorkspace()
  const count = useFileCount()
  return (
    <div className="workspace-choice">
      <Popover
        label="Choose a workspace"
        buttonClass="workspace-card"
        align="start"
        side="below"
        button={
          <>
            <span className="workspace-sign">
              <Icon name="folder" />
            </span>
            <span className="workspace-words grow">
              <b className="cut">{data?.name ?? (isError ? 'No workspace' : '\u00a0')}</b>
              <small className="cut">
                {data ? describe(data, count) : isError ? 'Varve does not answer' : '\u00a0'}
              </small>
            </span>
            <Icon name="choose" />
          </>
        }
      >
        <WorkspaceMenu />
      </Popover>
    </div>
  )
}

/** What the user wrote or laid here: the notes that chats are kept in are not. Undefined until the files are listed. */
function useFileCount(): number | undefined {
  const { data: files } = useFiles()
  return useMemo(() => files?.filter(({ path }) => transcriptTitle(path) === undefined).length, [files])
}

/** Of a large folder the name is there before its files are counted. */
function describe({ kind, unavailable }: WorkspaceView, count: number | undefined): string {
  if (unavailable !== undefined) return unavailable
  const word = kind === 'folder' ? 'Folder' : 'Database'
  return count === undefined ? word : `${word}, ${countOf(count, 'file')}`
}
