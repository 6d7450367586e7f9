import { type ReactNode, useState } from 'react'
import './fold.css'
import { t } from '../i18n/t.ts'

interface FoldProps {
  readonly title: string
  /** How much is in it. */
  readonly count?: number
  /** From the start; else folded until one wants it. */
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A part that can be folded. */
export function Fold({ title, count, isOpen = false, children }: FoldProps) {
  const [open, setOpen] = useState(isOpen)
  return (
    <details className="guard-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        {count === undefined ? null : (
          <span className="figures faint"> {count === 0 ? t('none') : count}</span>
        )}
      </summary>
      {open ? <div className="guard-fold-body">{children}</div> : null}
    </details>
  )
}
