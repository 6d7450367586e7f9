import { type ReactNode, useState } from 'react'
import './fold.css'

interface FoldProps {
  readonly title: string
  /** How much is in it. */
  readonly count?: number
  readonly children: ReactNode
}

/** A part that is folded until one wants it. */
export function Fold({ title, count, children }: FoldProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="guard-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        {count === undefined ? null : <span className="figures faint"> {count}</span>}
      </summary>
      {open ? <div className="guard-fold-body">{children}</div> : null}
    </details>
  )
}
