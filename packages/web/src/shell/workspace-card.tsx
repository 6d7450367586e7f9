import type { IndexView, WorkspaceView } from '@varve/server/types'
import { useIndex, useWorkspace } from '../api/workspace-queries.ts'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/popover.tsx'
import { countOf } from '../view-model/text/describe-many.ts'
import { WorkspaceMenu } from '../workspaces/workspace-menu.tsx'

/** Which workspace is open, and how much is in it; the way to another one. */
export function WorkspaceCard() {
  const { data, isError } = useWorkspace()
  const index = useIndex()
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
                {data ? describe(data, index) : isError ? 'Varve does not answer' : '\u00a0'}
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

/** Of a large folder the name is there before its files are counted; the index tells how many there are. */
function describe({ kind, fileCount, unavailable }: WorkspaceView, index: IndexView | undefined): string {
  if (unavailable !== undefined) return unavailable
  const word = kind === 'folder' ? 'Folder' : 'Database'
  const count = fileCount ?? (index?.state === 'starting' ? undefined : index?.filesTotal)
  return count === undefined ? word : `${word}, ${countOf(count, 'file')}`
}
