import './dialog.css'
import { IconButton } from './button.tsx'
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { t } from '../i18n/t.ts'

interface DialogProps {
  /** The name of the dialog; by default its title. */
  readonly label?: string
  /** Shown in its head, beside a button that closes it. Without a title the dialog has no head. */
  readonly title?: string
  /** `center` for questions, `side` and `drawer` for panels, `sheet` from the bottom of a phone. */
  readonly place?: 'center' | 'side' | 'drawer' | 'sheet'
  /** Focuses the first field instead of the first button. */
  readonly forTyping?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal surface. The browser's own dialog traps focus, closes on Esc and gives focus back to where it was. */
export function Dialog(props: DialogProps) {
  const { title, label = title, place = 'center', forTyping = false, onClose, children } = props
  const ref = useRef<HTMLDialogElement>(null)
  // Before the node leaves the page: focus returns only from a dialog that was closed.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // A field that requests focus while the dialog is still closed doesn't get it.
    if (forTyping) dialog?.querySelector<HTMLElement>('input, textarea')?.focus()
    return () => dialog?.close()
  }, [forTyping])
  // It belongs to the place that is left.
  useTraversal(onClose)
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current) onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the key is Esc, which the browser handles
    <dialog
      ref={ref}
      className={`dialog ${place}`}
      aria-label={label}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        // React lets it rise from a dialog that was opened in this one, which the browser does not.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog-surface">
        {title === undefined ? null : (
          <div className="dialog-head">
            <h2 className="grow cut">{title}</h2>
            <IconButton icon="close" label={t('Close')} onClick={onClose} />
          </div>
        )}
        {children}
      </div>
    </dialog>
  )
}

/** Acts when one goes back or forward in the browser; one that does not tell the two from a link says nothing. */
function useTraversal(act: () => void): void {
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    if (event.navigationType === 'traverse') act()
  })
  useEffect(() => {
    if (!('navigation' in globalThis)) return undefined
    const listen = (event: NavigateEvent) => onNavigate(event)
    navigation.addEventListener('navigate', listen)
    return () => navigation.removeEventListener('navigate', listen)
  }, [])
}
