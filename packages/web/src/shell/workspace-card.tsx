import type { WorkspaceView } from '@varve/server/types'
import { useWorkspace } from '../api/workspace-queries.ts'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/popover.tsx'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { WorkspaceMenu } from '../workspaces/workspace-menu.tsx'

/** Which workspace is open, and how much is in it; the way to another one. */
export function WorkspaceCard() {
  const { data, isError } = useWorkspace()
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
                {data ? describe(data) : isError ? 'Varve does not answer' : '\u00a0'}
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

function describe({ kind, fileCount, unavailable }: WorkspaceView): string {
  if (unavailable !== undefined) return unavailable
  const noun = fileCount === 1 ? 'file' : 'files'
  return `${kind === 'folder' ? 'Folder' : 'Database'}, ${formatTokens(fileCount)} ${noun}`
}
