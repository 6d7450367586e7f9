import '../shell/server-trouble.css'
import { adviseOn, isNoWorkspace, isOfServer, isSignedOut } from '../parts/web-error.ts'
import { useWorkspace } from '../api/queries.ts'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { t } from '../i18n/t.ts'

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
            : t('Check in the terminal that it is running. This page then continues on its own.')}{' '}
          {t('Your draft is kept.')}
        </p>
      </Notice>
    </div>
  )
}
