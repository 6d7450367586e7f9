import { useEffect } from 'react'
import { isOfServer } from '../parts/web-error.ts'
import { useWorkspace } from '../api/queries.ts'
import { Icon } from '../parts/icon.tsx'
import { useWorkbench } from './workbench.tsx'
import type { Toast } from './workbench-state.ts'
import '../shell/toast-line.css'
import { t } from '../i18n/t.ts'

const SHOWN_MILLISECONDS = 6_000

/** One message above the composer. News go after six seconds; errors stay until they are closed. */
export function ToastLine() {
  const { state, dispatch } = useWorkbench()
  const { toast } = state
  const { error } = useWorkspace()
  const isSaidAbove = toast?.isOfServer === true && isOfServer(error)
  useEffect(() => {
    if (isSaidAbove) dispatch({ kind: 'toast', toast: undefined })
  }, [isSaidAbove, dispatch])
  useEffect(() => {
    if (toast?.tone !== 'info') return undefined
    const timer = setTimeout(() => dispatch({ kind: 'toast', toast: undefined }), SHOWN_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [toast, dispatch])
  const body = toast ? (
    <ToastBody toast={toast} onClose={() => dispatch({ kind: 'toast', toast: undefined })} />
  ) : null
  // Both regions always exist: a screen reader hears only what changes inside a region it knows.
  return (
    <div className="toast-line">
      <div role="alert">{toast?.tone === 'error' ? body : null}</div>
      <div role="status">{toast?.tone === 'info' ? body : null}</div>
    </div>
  )
}

function ToastBody({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  const { tone, text, action, other } = toast
  return (
    <div className={`toast ${tone}`}>
      {tone === 'error' ? <Icon name="warn" /> : null}
      <span className="grow">{text}</span>
      {[action, other].map((way) =>
        way ? (
          <button
            key={way.label}
            type="button"
            className="toast-action"
            onClick={() => {
              way.run()
              onClose()
            }}
          >
            {way.label}
          </button>
        ) : null,
      )}
      <button type="button" className="toast-action" aria-label={t('Close this message')} onClick={onClose}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
