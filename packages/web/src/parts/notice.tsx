import type { ReactNode } from 'react'
import { adviseOn } from './web-error.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './notice.css'
import { t } from '../i18n/t.ts'

interface NoticeProps {
  readonly title: string
  readonly children?: ReactNode
  readonly tone?: 'danger' | 'warn'
  /** Of what one is typing: said when there is time, not at once. */
  readonly isQuiet?: boolean
  /** Heading level: 2 directly below the page's title. */
  readonly level?: 2 | 3
}

/** Something went wrong: what happened in the head, what to do below. */
export function Notice({ title, children, tone = 'danger', isQuiet = false, level = 3 }: NoticeProps) {
  const Head = `h${level}` as const
  return (
    <section className={`notice ${tone}`} role={isQuiet ? 'status' : 'alert'}>
      <Head>
        <Icon name="warn" />
        {title}
      </Head>
      {children ? <div className="notice-body">{children}</div> : null}
    </section>
  )
}

interface ErrorNoticeProps extends Pick<NoticeProps, 'level'> {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** A failed call, in the same words wherever it happens. */
export function ErrorNotice({ error, onRetry, level = 3 }: ErrorNoticeProps) {
  const { what, todo } = adviseOn(error)
  return (
    <Notice title={what} level={level}>
      <p>{todo}</p>
      {onRetry ? (
        <Button small onClick={onRetry}>
          {t('Try again')}
        </Button>
      ) : null}
    </Notice>
  )
}
