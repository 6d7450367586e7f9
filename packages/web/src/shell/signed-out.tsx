import { useWorkspace } from '../api/workspace-queries.ts'
import { adviseOn, isSignedOut } from '../api/web-error.ts'
import { Notice } from '../parts/notice.tsx'
import './signed-out.css'

/** Said once for the whole page, until the server knows it again. */
export function SignedOut() {
  const { error } = useWorkspace()
  if (!isSignedOut(error)) return null
  const { what, todo } = adviseOn(error)
  return (
    <div className="signed-out">
      <Notice title={what}>
        <p>{todo} Your draft is kept.</p>
      </Notice>
    </div>
  )
}
