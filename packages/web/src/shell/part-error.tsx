import { isNoWorkspace, isOfServer, isSignedOut } from '../api/web-error.ts'
import { useWorkspace } from '../api/workspace-queries.ts'
import { ErrorNotice } from '../parts/notice.tsx'

interface PartErrorProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/**
 * A failed call of one part of the page. What is wrong with the server or the workspace as a whole is said once, for all
 * of them.
 */
export function PartError({ error, onRetry }: PartErrorProps) {
  const { data, error: whole } = useWorkspace()
  const isSaid = isSignedOut(error) || isOfServer(whole) || (!data && isNoWorkspace(error))
  return isSaid ? null : <ErrorNotice error={error} onRetry={onRetry} />
}
