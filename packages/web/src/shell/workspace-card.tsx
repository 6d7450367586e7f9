import { useWorkspace } from '../api/queries.ts'
import { Icon } from '../parts/icon.tsx'
import { formatTokens } from '../view-model/format-tokens.ts'

/** Which workspace is open, and how much is in it. */
export function WorkspaceCard() {
  const { data, isError } = useWorkspace()
  return (
    <div className="workspace-card">
      <span className="workspace-sign">
        <Icon name="folder" />
      </span>
      <span className="workspace-words">
        <b className="cut">{data?.name ?? (isError ? 'No workspace' : '\u00a0')}</b>
        <small>
          {data ? describe(data.kind, data.fileCount) : isError ? 'Varve does not answer' : '\u00a0'}
        </small>
      </span>
    </div>
  )
}

function describe(kind: 'folder' | 'database', count: number): string {
  return `${kind === 'folder' ? 'Folder' : 'Database'}, ${formatTokens(count)} ${count === 1 ? 'file' : 'files'}`
}
