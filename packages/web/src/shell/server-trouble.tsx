import { useWorkspace } from '../api/workspace-queries.ts'
import { adviseOn, isOfServer, isSignedOut } from '../api/web-error.ts'
import { Notice } from '../parts/notice.tsx'
import './server-trouble.css'

/** Said once for the whole page, until the server is back or knows it again. */
export function ServerTrouble() {
  const { error } = useWorkspace()
  if (!isOfServer(error)) return null
  const { what, todo } = adviseOn(error)
  return (
    <div className="server-trouble">
      <Notice title={what}>
        <p>
          {isSignedOut(error)
            ? todo
            : 'See whether it still runs in the terminal; this page goes on by itself once it does.'}{' '}
          Your draft is kept.
        </p>
      </Notice>
    </div>
  )
}
