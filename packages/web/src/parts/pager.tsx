import { IconButton } from './button.tsx'
import './pager.css'
import { t } from '../i18n/t.ts'

interface PagerProps {
  /** What there are several of, e.g. "Answer". */
  readonly noun: string
  /** Counted from 0. */
  readonly at: number
  readonly count: number
  readonly disabled?: boolean
  /** With the button that was pressed. */
  readonly onGo: (to: number, button: Element) => void
}

/** `‹ 2/3 ›`: pages through alternatives. Its buttons keep their focus at both ends. */
export function Pager({ noun, at, count, disabled = false, onGo }: PagerProps) {
  if (count < 2) return null
  const go = (to: number, button: Element) => {
    if (!disabled && to >= 0 && to < count) onGo(to, button)
  }
  return (
    <span
      className="pager"
      role="group"
      aria-label={t('{noun} {at} of {count}', { noun, at: at + 1, count })}
    >
      <IconButton
        small
        icon="left"
        label={t('{noun}: previous', { noun })}
        aria-disabled={disabled || at === 0}
        onClick={(event) => go(at - 1, event.currentTarget)}
      />
      <span className="figures" aria-hidden="true">
        {at + 1}/{count}
      </span>
      <IconButton
        small
        icon="right"
        label={t('{noun}: next', { noun })}
        aria-disabled={disabled || at === count - 1}
        onClick={(event) => go(at + 1, event.currentTarget)}
      />
    </span>
  )
}
