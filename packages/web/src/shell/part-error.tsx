import { isSignedOut } from '../api/web-error.ts'
import { useWorkspace } from '../api/workspace-queries.ts'
import { ErrorNotice } from '../parts/notice.tsx'

interface PartErrorProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** A failed call of one part of the page. That the server no longer knows the page is said once, for all of them. */
export function PartError({ error, onRetry }: PartErrorProps) {
  const { error: whole } = useWorkspace()
  return isSignedOut(error) || isSignedOut(whole) ? null : <ErrorNotice error={error} onRetry={onRetry} />
}
