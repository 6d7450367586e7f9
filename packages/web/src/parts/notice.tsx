import type { ReactNode } from 'react'
import { adviseOn } from '../api/web-error.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './notice.css'

interface NoticeProps {
  readonly title: string
  readonly children?: ReactNode
  readonly tone?: 'danger' | 'warn'
  /** Of what one is typing: said when there is time, not at once. */
  readonly isQuiet?: boolean
}

/** Something went wrong: what happened in the head, what to do below. */
export function Notice({ title, children, tone = 'danger', isQuiet = false }: NoticeProps) {
  return (
    <section className={`notice ${tone}`} role={isQuiet ? 'status' : 'alert'}>
      <h3>
        <Icon name="warn" />
        {title}
      </h3>
      {children ? <div className="notice-body">{children}</div> : null}
    </section>
  )
}

/** A failed call, in the same words wherever it happens. */
export function ErrorNotice({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { what, todo } = adviseOn(error)
  return (
    <Notice title={what}>
      <p>{todo}</p>
      {onRetry ? (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </Notice>
  )
}
